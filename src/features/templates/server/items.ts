import type { Locale } from '#shared/locales.ts'
import { readAccountProfile } from '#features/account/server.ts'
import { hasModel } from '#features/language-models/server.ts'
import { includesRight } from '#features/membership/rules.ts'
import { readTier } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { TemplateEntry, TemplateItem } from '../contract.ts'
import { localeOf } from '../rules.ts'
import { type TranslationRecord, listTranslations } from './community/storeTranslations.ts'
import { requestTranslation } from './community/translate.ts'
import type { ListedTemplate } from './listed.ts'
import { readCounts } from './storeUses.ts'
import { type ItemFacts, type Reader, toItem } from './wire.ts'

/** The languages of a request: that of the page, and the one into which templates are translated. */
export type Languages = { readonly language_os?: string | undefined; readonly language_trans?: string | undefined }

/** Returns the reader of templates: the plan and the language. */
export async function readReader(ctx: AppContext, userId: string, languages: Languages, isReviewer = false): Promise<Reader> {
  const { nickname } = await readAccountProfile(ctx, userId)
  const tier = await readTier(ctx, userId)
  const plan = {
    locked: includesRight(tier, 'templates_pro'),
    community: includesRight(tier, 'template_community'),
    custom: includesRight(tier, 'custom_templates'),
  }
  return { userId, nickname, locale: localeOf(languages.language_os), plan, isReviewer }
}

/** Returns templates in their wire format. Translations that are missing are requested, when there is a language model. */
export async function toItems(
  ctx: AppContext,
  listed: readonly ListedTemplate[],
  reader: Reader,
  { language_trans }: Languages,
): Promise<TemplateItem[]> {
  const ids = listed.map(({ id }) => id)
  const counts = await readCounts(ctx, ids)
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
  return (await toItems(ctx, listed, reader, languages)).map(toEntry)
}

const toEntry = (template: TemplateItem): TemplateEntry => ({
  type: template.custom_type === 'system' ? 'official' : template.custom_type,
  template,
})

/** Returns the languages of a template, and its translation to `target`. Only published versions are translated. */
async function translationOf(
  ctx: AppContext,
  listed: ListedTemplate,
  reader: Reader,
  { target, canTranslate }: { target: Locale | undefined; canTranslate: boolean },
  translations: readonly TranslationRecord[],
): Promise<Omit<ItemFacts, 'uses'>> {
  const published = listed.kind === 'community' ? listed.community.published : null
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
