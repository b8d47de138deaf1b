import { cleanName, foldText, foldedWords } from '#shared/normalizeText.ts'
import type { AppContext } from '#platform/context.ts'
import type { CategoryId, TemplateItem, TemplateKind } from '../../contract.ts'
import { isAutomaticTemplate } from '../../rules.ts'
import { countPublished, searchPublished } from '../community/storeCommunity.ts'
import { listCustom } from '../custom/storeCustom.ts'
import { findTemplate } from '../find.ts'
import { type Languages, readReader, toItems } from '../items.ts'
import { type ListedTemplate, listedCustom, listedPublished, listedSystem } from '../listed.ts'
import { automaticTemplate, categoryName, isCategory, listSystemTemplates } from '../system/systemTemplates.ts'
import { SYSTEM_AUTHOR } from '../wire.ts'
import { listRecent, toCategory } from './lists.ts'

export type ListRequest = Languages & {
  readonly scene: number
  readonly category_id?: CategoryId | '' | undefined
  readonly page: number
  readonly page_size: number
  readonly has_recently_use?: string | undefined
  readonly has_custom?: string | undefined
  readonly selected_template?: string | undefined
  readonly query?: string | undefined
  readonly kind?: TemplateKind | undefined
}

/** A template is chosen for a recording, so that the automatic choice is offered too. */
const SCENE_CHOOSE = 1

/** Returns a page of the templates that match: the automatic choice, own ones, system ones, then those of the community. */
export async function searchTemplates(ctx: AppContext, userId: string, request: ListRequest) {
  const { page, page_size, language_os } = request
  const reader = await readReader(ctx, userId, request)
  const words = foldedWords(cleanName(request.query ?? ''))
  const before = await listBeforeCommunity(ctx, userId, request, words)
  const search = { category: request.category_id || undefined, words }
  const hasCommunity = !request.kind || request.kind === 'community'
  const total = before.length + (hasCommunity ? await countPublished(ctx, search) : 0)
  const offset = (page - 1) * page_size
  const first = before.slice(offset, offset + page_size)
  const community = hasCommunity
    ? await searchPublished(ctx, { ...search, limit: page_size - first.length, offset: Math.max(0, offset - before.length) })
    : []
  const recent = page === 1 && isYes(request.has_recently_use) ? await listRecent(ctx, userId, request) : []
  const selected = request.selected_template
    ? await findTemplate(ctx, userId, normalizeId(request.selected_template), language_os)
    : undefined
  const list = await toItems(ctx, [...first, ...community.map(listedPublished)], reader, request)
  const [selectedItem = null] = await toItems(ctx, selected ? [selected] : [], reader, request)
  return {
    templates: groupByCategory(list, language_os),
    data: {
      list,
      recently_used: await toItems(ctx, recent, reader, request),
      selected: selectedItem,
      total,
      page,
      page_size,
      has_more: offset + list.length < total,
    },
  }
}

/** Returns the templates that come before those of the community. */
async function listBeforeCommunity(ctx: AppContext, userId: string, request: ListRequest, words: readonly string[]) {
  const { scene, category_id, kind, language_os, has_custom } = request
  const isOfCategory = (category: string) => !category_id || category === category_id
  const matches = (texts: readonly string[]) => {
    const folded = foldText(texts.join('\n'))
    return words.every((word) => folded.includes(word))
  }
  const hasAutomatic = scene === SCENE_CHOOSE && !category_id && words.length === 0 && kind === undefined
  const listed: ListedTemplate[] = hasAutomatic ? [listedSystem(automaticTemplate(language_os))] : []
  if (kind === 'custom' || (kind === undefined && isYes(has_custom)))
    for (const custom of await listCustom(ctx, userId))
      if (isOfCategory(custom.category) && matches([custom.name])) listed.push(listedCustom(custom))
  if (kind === undefined || kind === 'system')
    for (const system of listSystemTemplates(language_os)) {
      const texts = [
        system.name,
        system.description,
        ...system.keywords,
        categoryName(system.category, language_os),
        SYSTEM_AUTHOR,
      ]
      if (isOfCategory(system.category) && matches(texts)) listed.push(listedSystem(system))
    }
  return listed
}

/** Other clients send true, 1 or yes. */
const isYes = (value: string | undefined): boolean => value !== undefined && /^(true|1|yes)$/i.test(value)

/** All ids of the automatic choice stand for one entry. */
const normalizeId = (id: string): string => (isAutomaticTemplate(id) ? automaticTemplate(undefined).id : id)

/** Returns the templates by category, as other clients read them. Those without a category are in the first one. */
function groupByCategory(list: readonly TemplateItem[], language: string | undefined) {
  const groups = Map.groupBy(list, ({ category_id }) => (isCategory(category_id) ? category_id : 'cat_general'))
  return [...groups].map(([id, items]) => ({
    ...toCategory(id, language, items.length),
    system_templates: items.filter(({ custom_type }) => custom_type === 'system'),
    community_templates: items.filter(({ custom_type }) => custom_type === 'community'),
    custom_templates: items.filter(({ custom_type }) => custom_type === 'custom'),
  }))
}
