/** The interface's languages, named as the wire and the specification name them (A§9). */
export const LOCALES = ['en_US', 'es_ES', 'fr_FR', 'de_DE', 'it_IT', 'ja_JP', 'ko_KR', 'pt_PT', 'zh_CN', 'zh_TW'] as const
export type Locale = (typeof LOCALES)[number]
/** What an unsupported or missing choice falls back to (A§5). */
export const FALLBACK_LOCALE: Locale = 'en_US'

/** Each language in its own words, for the menu where one chooses. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en_US: 'English',
  es_ES: 'Español',
  fr_FR: 'Français',
  de_DE: 'Deutsch',
  it_IT: 'Italiano',
  ja_JP: '日本語',
  ko_KR: '한국어',
  pt_PT: 'Português',
  zh_CN: '简体中文',
  zh_TW: '繁體中文',
}

/** True for one of the ten codes as written above. */
export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value)

/** `zh_TW` -> `zh-TW`, as Intl, i18next and `<html lang>` want it. */
export const languageTag = (locale: Locale): string => locale.replace('_', '-')

/** The reverse of `languageTag`; whatever is not one of the ten becomes en_US. */
export function localeOfTag(tag: string): Locale {
  const code = tag.replace('-', '_')
  return isLocale(code) ? code : FALLBACK_LOCALE
}
