import { FALLBACK_LOCALE, isLocale } from './locales.ts'
import type { Locale } from './locales.ts'

export type LocaleSources = {
  /** Session storage, `comlang`. */
  session?: string | undefined
  /** Local storage, `pweblang`. */
  preference?: string | undefined
  /** `location.hash`: its `lang` query parameter counts. */
  hash?: string | undefined
  /** `navigator.language`. */
  browser?: string | undefined
}

/** The first source that is present decides, even when it names a language we do not have: then en_US (A§4, A§5). */
export function chooseLocale({ session, preference, hash, browser }: LocaleSources): Locale {
  const said = session || preference || langAfterHash(hash ?? '') || browser
  return said ? localeFor(said) : FALLBACK_LOCALE
}

/** `de`, `de-AT`, `de_DE` -> de_DE; Chinese of Taiwan, Hong Kong, Macau or in Hant script -> zh_TW; others en_US (A§5). */
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

function langAfterHash(hash: string): string | undefined {
  const query = hash.indexOf('?')
  return query < 0 ? undefined : (new URLSearchParams(hash.slice(query + 1)).get('lang') ?? undefined)
}
