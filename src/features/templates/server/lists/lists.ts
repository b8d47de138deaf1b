import { cleanName, foldText, foldedWords } from '#shared/normalizeText.ts'
import { days } from '#shared/units.ts'
import { readAccountProfile } from '#features/account/server.ts'
import { readTier } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { CATEGORY_IDS, type Category, type CategoryId } from '../../contract.ts'
import { authorEmail, maxTemplates } from '../../rules.ts'
import { type Languages, readReader, toEntries } from '../items.ts'
import { type ListedTemplate, findTemplate, listedOwn, listedPublished, listedSystem } from '../listed.ts'
import { rankForRecording } from '../recommend/recommend.ts'
import { type TemplateRecord, countPublishedByCategory, listOwn, listUsedSince, searchPublished } from '../storeTemplates.ts'
import { listRecentUses } from '../storeUses.ts'
import { categoryIcon, categoryName, listSystemTemplates } from '../system/systemTemplates.ts'
import { SYSTEM_AUTHOR } from '../wire.ts'
import { type ListRequest, findSelected, isOfCategory, isYes, pageOf, withFirst } from './listRequest.ts'

const DAILY = 6
const WEEKLY = 12
const RECENT = 12
/** Different templates that count as recently used. */
const MAX_RECENT = 100
/** Community templates from which those of a day are drawn, the most used ones. */
const DRAWN_FROM = 100

/** Returns the templates of a day: the same for all users until midnight UTC, others on the next day. */
export async function listDaily(ctx: AppContext, { language_os }: Languages): Promise<ListedTemplate[]> {
  const day = ctx.clock.now().toISOString().slice(0, 10)
  const all = [
    ...listSystemTemplates(language_os).map(listedSystem),
    ...(await searchPublished(ctx, { limit: DRAWN_FROM })).flatMap(listedPublished),
  ]
  return all.toSorted((a, b) => drawNumber(`${day}:${a.id}`) - drawNumber(`${day}:${b.id}`)).slice(0, DAILY)
}

/** FNV-1a: the same text gives the same number, and similar texts give different ones. */
function drawNumber(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return hash
}

/** Returns the community templates used most in the last seven days, then system templates. */
export async function listWeekly(ctx: AppContext, { language_os }: Languages): Promise<ListedTemplate[]> {
  const since = new Date(ctx.clock.now().getTime() - days(7)).toISOString().slice(0, 10)
  const used = await listUsedSince(ctx, since, WEEKLY)
  return [...used.flatMap(listedPublished), ...listSystemTemplates(language_os).map(listedSystem)].slice(0, WEEKLY)
}

/** Returns the templates for a recording, those that fit it best first, then as in the week. Rejects with NotFound. */
export async function listWeeklyFor(
  ctx: AppContext,
  userId: string,
  fileId: string,
  languages: Languages,
): Promise<ListedTemplate[]> {
  const week = (await listWeekly(ctx, languages)).map(({ id }) => id)
  const place = (id: string) => (week.includes(id) ? week.indexOf(id) : week.length)
  const { ranked } = await rankForRecording(ctx, { userId, fileId, language: languages.language_os })
  return ranked
    .toSorted((a, b) => b.score - a.score || place(a.candidate.id) - place(b.candidate.id))
    .slice(0, WEEKLY)
    .map(({ candidate }) => candidate.listed)
}

/** Returns a page of the own templates: private ones, and those submitted to the community in any status. */
export async function readMine(ctx: AppContext, userId: string, request: ListRequest & { query?: string | undefined }) {
  const all = await listOwn(ctx, userId)
  const own = all.map(listedOwn).filter(({ kind }) => kind === 'community' || holdsOwn(request))
  const words = foldedWords(cleanName(request.query ?? ''))
  const matching = own.filter((each) => isOfCategory(each, request.category_id) && matches(each, words, request.language_os))
  const selected = await findSelected(ctx, userId, request)
  const isOwn = matching.some(({ id }) => id === selected?.id)
  const { list, has_more } = pageOf(withFirst(matching, isOwn ? selected : undefined, request), request)
  const reader = await readReader(ctx, userId, request)
  const show = (listed: readonly ListedTemplate[]) => toEntries(ctx, listed, reader, request)
  return {
    data: await show(list),
    ...(await readListFacts(ctx, userId, request, { selected, show })),
    has_more,
    total_nums: matching.length,
    custom_total_nums: all.filter(({ row }) => row.status === 'private').length,
    ...(await readAuthor(ctx, userId, all.find(({ row }) => row.status !== 'private')?.row)),
  }
}

/** The own templates are listed unless the request says no. */
const holdsOwn = ({ has_custom }: ListRequest): boolean => has_custom === undefined || has_custom === null || isYes(has_custom)

/** Returns whether the texts of a template that people read contain all of these folded words. */
export function matches(listed: ListedTemplate, words: readonly string[], language: string | undefined): boolean {
  const { title, description, category } = listed.texts
  const others =
    listed.kind === 'system'
      ? [...listed.texts.keywords, categoryName(category, language), SYSTEM_AUTHOR]
      : [listed.row.author_name]
  const text = foldText([title, description, ...others].join('\n'))
  return words.every((word) => text.includes(word))
}

/** Returns what the dialog of the next submission starts with, and the limits of the plan. */
async function readAuthor(ctx: AppContext, userId: string, last: TemplateRecord | undefined) {
  const { email, nickname } = await readAccountProfile(ctx, userId)
  const max = maxTemplates(await readTier(ctx, userId))
  return {
    author_email: last?.author_email || authorEmail(email, new URL(ctx.config.publicUrl).hostname),
    author_name: last?.author_name ?? nickname,
    max_custom: max.custom,
    max_community: max.community,
  }
}

/** Returns a page of the recently used templates. The selected one comes first, also when it was never used. */
export async function readRecent(ctx: AppContext, userId: string, request: ListRequest) {
  const isListed = (listed: ListedTemplate) =>
    isOfCategory(listed, request.category_id) && (holdsOwn(request) || listed.kind !== 'custom')
  const until = request.page * request.page_size + 1
  const recent = await takeRecent(ctx, userId, request.language_os, until, isListed)
  const { list, has_more } = pageOf(withFirst(recent, await findSelected(ctx, userId, request), request), request)
  return { data: await toEntries(ctx, list, await readReader(ctx, userId, request), request), has_more }
}

/** Returns the templates a user used last that still exist, the latest first: the first `limit` of those that are accepted. */
async function takeRecent(
  ctx: AppContext,
  userId: string,
  language: string | undefined,
  limit: number,
  isListed: (listed: ListedTemplate) => boolean = () => true,
): Promise<ListedTemplate[]> {
  const listed: ListedTemplate[] = []
  for (const { kind, template } of await listRecentUses(ctx, userId, MAX_RECENT)) {
    if (listed.length >= limit) break
    const found = await findTemplate(ctx, userId, template, language)
    if (found?.kind === kind && isListed(found)) listed.push(found)
  }
  return listed
}

type ListParts<T> = {
  readonly selected: ListedTemplate | undefined
  /** Makes entries of the response. */
  readonly show: (listed: readonly ListedTemplate[]) => Promise<T[]>
}

/** Returns what the lists say beside their templates: the recently used ones when requested, and the selected one. */
export async function readListFacts<T>(ctx: AppContext, userId: string, request: ListRequest, { selected, show }: ListParts<T>) {
  const hasRecent = request.page === 1 && isYes(request.has_recently_use)
  const recent = hasRecent ? await takeRecent(ctx, userId, request.language_os, RECENT) : []
  const [shown = null] = await show(selected ? [selected] : [])
  return { recently_used: await show(recent), selected: shown }
}

/** Returns all categories with the number of templates in them, in the order in which pages show them. */
export async function listCategories(ctx: AppContext, language: string | undefined): Promise<Category[]> {
  const published = await countPublishedByCategory(ctx)
  const system = Map.groupBy(listSystemTemplates(language), ({ category }) => category)
  return CATEGORY_IDS.map((id) => toCategory(id, language, (system.get(id)?.length ?? 0) + (published.get(id) ?? 0)))
}

/** Returns a category under all its names (B§3). */
export function toCategory(id: CategoryId, language: string | undefined, count: number): Category {
  const name = categoryName(id, language)
  const names = { id, category_id: id, category: name, category_name: name, name }
  return { ...names, icon: categoryIcon(id), count, category_total_nums: count }
}
