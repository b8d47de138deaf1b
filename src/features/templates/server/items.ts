import type { Locale } from '#shared/locales.ts'
import { readAccountProfile } from '#features/account/server.ts'
import { hasModel } from '#features/language-models/server.ts'
import { readTier } from '#features/membership/server.ts'
import { splitInstructions } from '#features/notes/rules.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { TemplateDetail, TemplateEntry, TemplateItem } from '../contract.ts'
import { isWaiting, localeOf } from '../rules.ts'
import { type ListedTemplate, findTemplate, listedOwn } from './listed.ts'
import { type TemplateRecord, readUserTemplate } from './storeTemplates.ts'
import { readCounts } from './storeUses.ts'
import { type TranslationRecord, listTranslations } from './translation/storeTranslations.ts'
import { requestTranslation } from './translation/translate.ts'
import { type ItemFacts, type Reader, toItem, toVersion } from './wire.ts'

/** The languages of a request: that of the page, and the one into which templates are translated. */
export type Languages = { readonly language_os?: string | undefined; readonly language_trans?: string | undefined }

/** Returns the reader of templates: the plan and the language. */
export async function readReader(ctx: AppContext, userId: string, languages: Languages, isReviewer = false): Promise<Reader> {
  const { nickname } = await readAccountProfile(ctx, userId)
  return { userId, nickname, locale: localeOf(languages.language_os), tier: await readTier(ctx, userId), isReviewer }
}

/** Returns templates in their wire format. Translations that are missing are requested, when there is a language model. */
export async function toItems(
  ctx: AppContext,
  listed: readonly ListedTemplate[],
  reader: Reader,
  { language_trans }: Languages,
): Promise<TemplateItem[]> {
  const counts = await readCounts(
    ctx,
    listed.map(({ id }) => id),
  )
  const communityIds = listed.filter(({ kind }) => kind === 'community').map(({ id }) => id)
  const translations = Map.groupBy(await listTranslations(ctx, communityIds), ({ template_id }) => template_id)
  const target = language_trans ? localeOf(language_trans) : undefined
  const canTranslate = target !== undefined && (await hasModel(ctx))
  const items: TemplateItem[] = []
  for (const each of listed) {
    const facts = await translationOf(ctx, each, reader, { target, canTranslate }, translations.get(each.id) ?? [])
    items.push(toItem(each, reader, { ...facts, uses: counts.get(`${each.kind}:${each.id}`) ?? 0 }))
  }
  return items
}

/** Returns templates as entries, with the word of other clients for their kind. */
export async function toEntries(
  ctx: AppContext,
  listed: readonly ListedTemplate[],
  reader: Reader,
  languages: Languages,
): Promise<TemplateEntry[]> {
  return (await toItems(ctx, listed, reader, languages)).map((template) => ({
    type: template.custom_type === 'system' ? 'official' : template.custom_type,
    template,
  }))
}

/** Returns one template for its reader. */
export async function readItem(ctx: AppContext, userId: string, listed: ListedTemplate, languages: Languages) {
  const [item] = await toItems(ctx, [listed], await readReader(ctx, userId, languages), languages)
  return item!
}

/** Returns one template in full. Rejects with NotFound when the user cannot see it. */
export async function readDetail(ctx: AppContext, userId: string, id: string, languages: Languages): Promise<TemplateDetail> {
  const listed = await findTemplate(ctx, userId, id, languages.language_os)
  if (!listed) throw new NotFound()
  return (await toDetails(ctx, [listed], await readReader(ctx, userId, languages), languages))[0]!
}

/** Returns templates in full, for their reader or a reviewer. */
export async function toDetails(
  ctx: AppContext,
  listed: readonly ListedTemplate[],
  reader: Reader,
  languages: Languages,
): Promise<TemplateDetail[]> {
  const items = await toItems(ctx, listed, reader, languages)
  const details: TemplateDetail[] = []
  for (const [index, each] of listed.entries()) {
    const item = items[index]!
    const { preamble, sections } = each.kind === 'system' ? each.texts : splitInstructions(item.content)
    const translated = splitInstructions(item.translated_version?.content ?? '')
    const seesLatest = each.kind === 'community' && (item.is_mine || reader.isReviewer)
    details.push({
      ...item,
      preamble,
      sections: sections.map(({ heading, instruction }) => ({ heading, instruction })),
      translated_preamble: translated.preamble,
      translated_sections: translated.sections,
      waiting_version: seesLatest && isWaiting(each.row.status) ? toVersion(each.texts) : null,
      origin: each.kind === 'system' ? null : await originOf(ctx, each.row),
    })
  }
  return details
}

/** Returns what an own template is a copy of. A system template or a withdrawn one has no newer version. */
async function originOf(ctx: AppContext, row: TemplateRecord): Promise<TemplateDetail['origin']> {
  const { origin_kind, origin, origin_version } = row
  if (origin_kind === null || origin === null || origin_version === null) return null
  const original = origin_kind === 'community' ? await readUserTemplate(ctx, origin) : undefined
  const has_newer = ((original && listedOwn(original).published)?.version ?? 0) > origin_version
  return { template_id: origin, custom_type: origin_kind, version: origin_version, has_newer }
}

/** Returns the languages of a template, and its translation to `target`. Only published versions are translated. */
async function translationOf(
  ctx: AppContext,
  listed: ListedTemplate,
  reader: Reader,
  { target, canTranslate }: { target: Locale | undefined; canTranslate: boolean },
  translations: readonly TranslationRecord[],
): Promise<Omit<ItemFacts, 'uses'>> {
  const published = listed.kind === 'system' ? null : listed.published
  const current = translations.filter(({ version }) => version === published?.version)
  const translatedLanguages = current.filter(({ state }) => state === 'ready').map(({ language }) => language)
  const none = { translation: 'none' as const, translated: null, translatedLanguages }
  if (!published || target === undefined || published.language === target) return none
  const known = current.find(({ language }) => language === target)
  if (known?.state === 'ready') return { translation: 'ready', translated: known, translatedLanguages }
  if (!canTranslate) return { ...none, translation: 'unavailable' }
  await requestTranslation(ctx, reader.userId, { template_id: listed.id, version: published.version, language: target })
  return { ...none, translation: known?.state === 'failed' ? 'unavailable' : 'pending' }
}
