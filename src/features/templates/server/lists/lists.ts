import { days } from '#shared/units.ts'
import { readAccountProfile } from '#features/account/server.ts'
import { readTier } from '#features/membership/server.ts'
import { hasModel } from '#features/language-models/server.ts'
import type { AppContext } from '#platform/context.ts'
import { CATEGORY_IDS, type Category, type CategoryId, type TemplateGroup } from '../../contract.ts'
import { authorEmail, isVisible, maxTemplates } from '../../rules.ts'
import { countForReview, isReviewer } from '../community/review.ts'
import { countPublishedByCategory, listOwnCommunity, listUsedSince, searchPublished } from '../community/storeCommunity.ts'
import { countCustom, listCustom } from '../custom/storeCustom.ts'
import { findTemplate, listCommunity } from '../find.ts'
import { type Languages, readReader, toEntries } from '../items.ts'
import { type ListedTemplate, listedCustom, listedPublished, listedSystem } from '../listed.ts'
import { rankForRecording } from '../recommend/recommend.ts'
import { listRecentUses } from '../storeUses.ts'
import { categoryIcon, categoryName, listSystemTemplates } from '../system/systemTemplates.ts'

const DAILY = 6
const WEEKLY = 12
const RECENT = 12
/** First templates of each category on the home page. */
const PER_CATEGORY = 6
/** Community templates from which those of a day are drawn, the most used ones. */
const DRAWN_FROM = 100

/** Returns the templates of a day: the same for all users until midnight UTC, others on the next day. */
export async function listDaily(ctx: AppContext, { language_os }: Languages): Promise<ListedTemplate[]> {
  const day = ctx.clock.now().toISOString().slice(0, 10)
  const all = [
    ...listSystemTemplates(language_os).map(listedSystem),
    ...(await searchPublished(ctx, { limit: DRAWN_FROM })).map(listedPublished),
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
  return [...used.map(listedPublished), ...listSystemTemplates(language_os).map(listedSystem)].slice(0, WEEKLY)
}

/** Returns the templates for a recording, those that fit it best first. Rejects with NotFound. */
export async function listWeeklyFor(
  ctx: AppContext,
  userId: string,
  fileId: string,
  { language_os }: Languages,
): Promise<ListedTemplate[]> {
  const { ranked } = await rankForRecording(ctx, { userId, fileId, language: language_os })
  return ranked.slice(0, WEEKLY).map(({ candidate }) => candidate.listed)
}

/** Returns the private templates of a user, and those submitted to the community in any status. */
export async function listMine(ctx: AppContext, userId: string): Promise<ListedTemplate[]> {
  const community: ListedTemplate[] = []
  for (const row of await listOwnCommunity(ctx, userId)) {
    const listed = await listCommunity(ctx, row, true)
    if (listed) community.push(listed)
  }
  return [...(await listCustom(ctx, userId)).map(listedCustom), ...community]
}

/** Returns what the dialog of the next submission starts with, and the limits of the plan. */
export async function readAuthor(ctx: AppContext, userId: string) {
  const { email, nickname } = await readAccountProfile(ctx, userId)
  const [last] = await listOwnCommunity(ctx, userId)
  const max = maxTemplates(await readTier(ctx, userId))
  return {
    author_email: last?.author_email || authorEmail(email, new URL(ctx.config.publicUrl).hostname),
    author_name: last?.author_name ?? nickname,
    max_custom: max.custom,
    max_community: max.community,
  }
}

/** Returns the templates a user used last that still exist, the latest first. */
export async function listRecent(ctx: AppContext, userId: string, { language_os }: Languages): Promise<ListedTemplate[]> {
  const listed: ListedTemplate[] = []
  for (const { kind, template } of await listRecentUses(ctx, userId, RECENT)) {
    const found = await findTemplate(ctx, userId, template, language_os)
    if (found?.kind === kind) listed.push(found)
  }
  return listed
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

/** Returns every category that holds templates with its first ones, and what there is in all. */
export async function readHome(ctx: AppContext, userId: string, languages: Languages) {
  const reader = await readReader(ctx, userId, languages)
  const system = listSystemTemplates(languages.language_os)
  const data: TemplateGroup[] = []
  let total = 0
  for (const category of await listCategories(ctx, languages.language_os)) {
    total += category.count
    if (category.count === 0) continue
    const own = system.filter((each) => each.category === category.id).map(listedSystem)
    const community = await searchPublished(ctx, { category: category.id, limit: PER_CATEGORY - own.length })
    const listed = [...own, ...community.map(listedPublished)].slice(0, PER_CATEGORY)
    data.push({ ...category, data: await toEntries(ctx, listed, reader, languages) })
  }
  const [custom, submitted, reviews] = [
    await countCustom(ctx, userId),
    await listOwnCommunity(ctx, userId),
    await isReviewer(ctx, userId),
  ]
  return {
    data,
    total_nums: total + custom + submitted.filter(({ status }) => !isVisible(status)).length,
    mine_total_nums: custom + submitted.length,
    is_reviewer: reviews,
    review_total_nums: reviews ? await countForReview(ctx) : 0,
    can_translate: await hasModel(ctx),
  }
}
