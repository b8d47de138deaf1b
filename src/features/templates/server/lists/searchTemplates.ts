import { cleanName, foldedWords } from '#shared/normalizeText.ts'
import type { AppContext } from '#platform/context.ts'
import type { TemplateItem, TemplateKind } from '../../contract.ts'
import { localeOf } from '../../rules.ts'
import { readReader, toItems } from '../items.ts'
import { type ListedTemplate, listedOwn, listedPublished, listedSystem } from '../listed.ts'
import { countPublished, listOwn, searchPublished } from '../storeTemplates.ts'
import { automaticTemplate, listSystemTemplates } from '../system/systemTemplates.ts'
import { type ListRequest, categoryOf, findSelected, isOfCategory, isYes, offersAutomatic, withFirst } from './listRequest.ts'
import { matches, readListFacts, toCategory } from './lists.ts'

export type SearchRequest = ListRequest & {
  readonly query?: string | undefined
  readonly kind?: TemplateKind | undefined
}

/** Returns a page of the templates that match: the selected one, the automatic choice, own, system, then community ones. */
export async function searchTemplates(ctx: AppContext, userId: string, request: SearchRequest) {
  const { page, page_size, language_os } = request
  const reader = await readReader(ctx, userId, request)
  const selected = await findSelected(ctx, userId, request)
  const { listed, total } = await findPage(ctx, userId, request, selected)
  const show = (shown: readonly ListedTemplate[]) => toItems(ctx, shown, reader, request)
  const list = await show(listed)
  return {
    templates: groupByCategory(listed, list, language_os),
    data: {
      list,
      ...(await readListFacts(ctx, userId, request, { selected, show })),
      total,
      page,
      page_size,
      has_more: page * page_size < total,
    },
  }
}

/** Returns the templates of a page, and how many match. Community templates in `language_trans` come before the others. */
export async function findPage(
  ctx: AppContext,
  userId: string,
  request: SearchRequest,
  selected: ListedTemplate | undefined,
): Promise<{ listed: ListedTemplate[]; total: number }> {
  const { page, page_size, kind, language_trans } = request
  const words = foldedWords(cleanName(request.query ?? ''))
  const listed = await listBeforeCommunity(ctx, userId, request, words)
  const isListed = words.length === 0 && (kind === undefined || selected?.kind === kind)
  const before = isListed ? withFirst(listed, selected, request) : listed
  const search = {
    category: request.category_id || undefined,
    words,
    exceptId: isListed ? selected?.id : undefined,
    firstLanguage: language_trans ? localeOf(language_trans) : undefined,
  }
  const hasCommunity = !kind || kind === 'community'
  const total = before.length + (hasCommunity ? await countPublished(ctx, search) : 0)
  const offset = (page - 1) * page_size
  const first = before.slice(offset, offset + page_size)
  const community = hasCommunity
    ? await searchPublished(ctx, { ...search, limit: page_size - first.length, offset: Math.max(0, offset - before.length) })
    : []
  return { listed: [...first, ...community.flatMap(listedPublished)], total }
}

/** Returns the templates that come before those of the community. */
async function listBeforeCommunity(ctx: AppContext, userId: string, request: SearchRequest, words: readonly string[]) {
  const { category_id, kind, language_os, has_custom } = request
  const isListed = (each: TemplateKind) => kind === undefined || kind === each
  const custom = isListed('custom') && (kind === 'custom' || isYes(has_custom)) ? await listOwn(ctx, userId) : []
  const listed = [
    ...custom.map(listedOwn).filter((each) => each.kind === 'custom'),
    ...(isListed('system') ? listSystemTemplates(language_os).map(listedSystem) : []),
  ].filter((each) => matches(each, words, language_os))
  const hasAutomatic = offersAutomatic(request) && words.length === 0 && kind === undefined
  const automatic = hasAutomatic ? [listedSystem(automaticTemplate(language_os))] : []
  return [...automatic, ...listed].filter((each) => isOfCategory(each, category_id))
}

/** Returns the templates by category, as other clients read them. */
function groupByCategory(listed: readonly ListedTemplate[], items: readonly TemplateItem[], language: string | undefined) {
  const categories = new Map(listed.map((each) => [each.id, categoryOf(each)]))
  const groups = Map.groupBy(items, ({ id }) => categories.get(id) ?? 'cat_general')
  return [...groups].map(([id, group]) => ({
    ...toCategory(id, language, group.length),
    system_templates: group.filter(({ custom_type }) => custom_type === 'system'),
    community_templates: group.filter(({ custom_type }) => custom_type === 'community'),
    custom_templates: group.filter(({ custom_type }) => custom_type === 'custom'),
  }))
}
