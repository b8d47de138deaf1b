import { languageName } from '#browser/i18n/languageName.ts'
import type { Locale } from '#shared/locales.ts'

/** Returns the name of the language of a template: "English" for en_US. Only of Chinese does the region tell two apart. */
export const templateLanguageName = (code: string, locale: Locale): string =>
  languageName(code.startsWith('zh') ? code : (code.split('_')[0] ?? code), locale)
