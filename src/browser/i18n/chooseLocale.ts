import { FALLBACK_LOCALE, isLocale } from './locales.ts'
import type { Locale } from './locales.ts'

export type LocaleSources = {
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
  return BY_LANGUAGE[tag.split('-')[0] ?? ''] ?? FALLBACK_LOCALE
}

const BY_LANGUAGE: Record<string, Locale> = {
  en: 'en_US',
  es: 'es_ES',
  fr: 'fr_FR',
  de: 'de_DE',
  it: 'it_IT',
  ja: 'ja_JP',
  ko: 'ko_KR',
  pt: 'pt_PT',
  zh: 'zh_CN',
}

function langInHash(hash: string): string | undefined {
  const query = hash.indexOf('?')
  return query < 0 ? undefined : (new URLSearchParams(hash.slice(query + 1)).get('lang') ?? undefined)
}
