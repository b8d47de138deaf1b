import { languageName } from '#browser/i18n/languageName.ts'
import type { Locale } from '#shared/locales.ts'
import type { TemplateDetail, TemplateItem, TemplateKind } from '../../contract.ts'

/** Returns the texts of a template as they are shown: translated when a translation was requested and is there. */
export function shownTexts(template: TemplateItem) {
  const { name, description, note_tab_name: tabName } = template.translated_version ?? template
  return { name, description, tabName }
}

/** Returns the sections of a template in the same language. */
export const shownSections = (detail: TemplateDetail) =>
  detail.translated_version ? detail.translated_sections : detail.sections

/** Returns the name of the language of a template: "English" for en_US. Only of Chinese does the region tell two apart. */
export const templateLanguageName = (code: string, locale: Locale): string =>
  languageName(code.startsWith('zh') ? code : (code.split('_')[0] ?? code), locale)

/** A template as a recording or a note refers to it. */
export type ChosenTemplate = { readonly id: string; readonly type: TemplateKind; readonly name: string }

export const toChosenTemplate = (template: TemplateItem): ChosenTemplate => ({
  id: template.id,
  type: template.custom_type,
  name: shownTexts(template).name,
})
