import { cleanName, foldText, foldedWords } from '#shared/normalizeText.ts'
import type { AppContext } from '#platform/context.ts'
import type { TemplateItem, TemplateKind } from '../../contract.ts'
import { localeOf } from '../../rules.ts'
import { countPublished, searchPublished } from '../community/storeCommunity.ts'
import { listCustom } from '../custom/storeCustom.ts'
import { readReader, toItems } from '../items.ts'
import { type ListedTemplate, listedCustom, listedPublished, listedSystem } from '../listed.ts'
import { automaticTemplate, categoryName, listSystemTemplates } from '../system/systemTemplates.ts'
import { SYSTEM_AUTHOR } from '../wire.ts'
import { type ListRequest, categoryOf, findSelected, isOfCategory, isYes, offersAutomatic, withFirst } from './listRequest.ts'
import { readListFacts, toCategory } from './lists.ts'

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
  return { listed: [...first, ...community.map(listedPublished)], total }
}

/** Returns the templates that come before those of the community. */
async function listBeforeCommunity(ctx: AppContext, userId: string, request: SearchRequest, words: readonly string[]) {
  const { category_id, kind, language_os, has_custom } = request
  const matches = (texts: readonly string[]) => {
    const folded = foldText(texts.join('\n'))
    return words.every((word) => folded.includes(word))
  }
  const hasAutomatic = offersAutomatic(request) && words.length === 0 && kind === undefined
  const listed: ListedTemplate[] = hasAutomatic ? [listedSystem(automaticTemplate(language_os))] : []
  if (kind === 'custom' || (kind === undefined && isYes(has_custom)))
    for (const custom of await listCustom(ctx, userId)) if (matches([custom.name])) listed.push(listedCustom(custom))
  if (kind === undefined || kind === 'system')
    for (const system of listSystemTemplates(language_os)) {
      const texts = [
        system.name,
        system.description,
        ...system.keywords,
        categoryName(system.category, language_os),
        SYSTEM_AUTHOR,
      ]
      if (matches(texts)) listed.push(listedSystem(system))
    }
  return listed.filter((each) => isOfCategory(each, category_id))
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
