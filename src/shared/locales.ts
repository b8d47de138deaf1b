/** The languages of the interface, with the codes of the API and the specification (A§9). */
export const LOCALES = ['en_US', 'es_ES', 'fr_FR', 'de_DE', 'it_IT', 'ja_JP', 'ko_KR', 'pt_PT', 'zh_CN', 'zh_TW'] as const
export type Locale = (typeof LOCALES)[number]
/** Used when the choice is missing or not supported (A§5). */
export const FALLBACK_LOCALE: Locale = 'en_US'

/** The name of each language in that language, for the language menu. */
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

/** Returns true for one of the ten codes above. */
export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value)

/** Converts `zh_TW` to `zh-TW`, the form that Intl, i18next and `<html lang>` need. */
export const languageTag = (locale: Locale): string => locale.replace('_', '-')

/** The inverse of `languageTag`. Returns en_US for unknown tags. */
export function localeOfTag(tag: string): Locale {
  const code = tag.replace('-', '_')
  return isLocale(code) ? code : FALLBACK_LOCALE
}

type LocaleSources = {
  /** Session storage, `comlang`. */
  session?: string | undefined
  /** Local storage, `pweblang`. */
  preference?: string | undefined
  /** `location.hash`; its `lang` query parameter is read. */
  hash?: string | undefined
  /** `navigator.language`. */
  browser?: string | undefined
}

/**
 * Returns the locale of the first source that is present. If that source names an unsupported language, returns en_US (A§4,
 * A§5).
 */
export function chooseLocale({ session, preference, hash, browser }: LocaleSources): Locale {
  const code = session || preference || langInHash(hash ?? '') || browser
  return code ? localeFor(code) : FALLBACK_LOCALE
}

/**
 * `de`, `de-AT` and `de_DE` give de_DE. Chinese of Taiwan, Hong Kong, Macau or in Hant script gives zh_TW. Unknown codes give
 * en_US (A§5).
 */
export function localeFor(code: string): Locale {
  if (isLocale(code)) return code
  const tag = code.replaceAll('_', '-').toLowerCase()
  if (/^zh-(hant|tw|hk|mo)\b/.test(tag)) return 'zh_TW'
  return BY_LANGUAGE.get(tag.split('-')[0] ?? '') ?? FALLBACK_LOCALE
}

const BY_LANGUAGE: ReadonlyMap<string, Locale> = new Map([
  ['en', 'en_US'],
  ['es', 'es_ES'],
  ['fr', 'fr_FR'],
  ['de', 'de_DE'],
  ['it', 'it_IT'],
  ['ja', 'ja_JP'],
  ['ko', 'ko_KR'],
  ['pt', 'pt_PT'],
  ['zh', 'zh_CN'],
])

/** Returns the `lang` query parameter after the hash (A§4). */
export function langInHash(hash: string): string | undefined {
  const query = hash.indexOf('?')
  return query < 0 ? undefined : (new URLSearchParams(hash.slice(query + 1)).get('lang') ?? undefined)
}
