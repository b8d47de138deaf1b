import { SPOKEN_LANGUAGES } from './spokenLanguages.ts'

/** The list of languages differs by region (B§3). */
export type LanguageRegion = 'global' | 'cn'

/** A choice of spoken language. */
export type LanguageOption = {
  /** The id on the wire: `en-2`, `zh-0`, `auto`. */
  readonly id: string
  /** Code for the speech engine; null to detect the language. */
  readonly engine: string | null
  /** BCP 47 tag from which the name is made: `en-GB`. */
  readonly tag: string
}

/** Detects the language. */
export const AUTO_OPTION: LanguageOption = { id: 'auto', engine: null, tag: '' }

/**
 * Regional variants (B§3). The specification names the ids but not the regions, so these are ours. Engines do not tell the variants
 * of a language apart; only Cantonese is a language of its own to them.
 */
const VARIANTS: readonly LanguageOption[] = [
  { id: 'en-1', engine: 'en', tag: 'en-US' },
  { id: 'en-2', engine: 'en', tag: 'en-GB' },
  { id: 'en-3', engine: 'en', tag: 'en-AU' },
  { id: 'en-4', engine: 'en', tag: 'en-CA' },
  { id: 'en-5', engine: 'en', tag: 'en-IN' },
  { id: 'en-6', engine: 'en', tag: 'en-IE' },
  { id: 'en-7', engine: 'en', tag: 'en-NZ' },
  { id: 'en-8', engine: 'en', tag: 'en-ZA' },
  { id: 'fr-1', engine: 'fr', tag: 'fr-CA' },
  { id: 'es-1', engine: 'es', tag: 'es-MX' },
  { id: 'es-2', engine: 'es', tag: 'es-US' },
  { id: 'zh-0', engine: 'zh', tag: 'zh-CN' },
  { id: 'zh-1', engine: 'zh', tag: 'zh-TW' },
  { id: 'zh-hk-0', engine: 'yue', tag: 'yue-HK' },
  { id: 'zh-hk-1', engine: 'yue', tag: 'yue-CN' },
]

/** Languages whose plain code is not an option, because only their variants are. */
const ONLY_VARIANTS = new Set(['zh', 'yue'])

const plain = (code: string): LanguageOption => ({ id: code, engine: code, tag: code })

const OPTIONS: Readonly<Record<LanguageRegion, readonly LanguageOption[]>> = {
  global: [AUTO_OPTION, ...SPOKEN_LANGUAGES.filter((code) => !ONLY_VARIANTS.has(code)).map(plain), ...VARIANTS],
  cn: [AUTO_OPTION, ...VARIANTS.filter(({ id }) => id === 'zh-0'), ...['en', 'ja', 'ko', 'de', 'fr'].map(plain)],
}

/** Returns the options of a region: long outside China, seven in China (B§3). */
export const languageOptions = (region: LanguageRegion): readonly LanguageOption[] => OPTIONS[region]

/** Returns the option that a setting or a request means. A plain code such as `zh` means its first variant. */
export const findLanguageOption = (id: string): LanguageOption | undefined =>
  OPTIONS.global.find((option) => option.id === id) ?? OPTIONS.global.find((option) => option.engine === id)

/**
 * Returns the engine's code for a language named by an option, a code or a tag: `zh-hk-0` is `yue`, `en-2` is `en`, `de_DE` is `de`.
 */
export function engineLanguage(id: string): string {
  const option = OPTIONS.global.find((candidate) => candidate.id === id.toLowerCase())
  return option?.engine ?? (/^[a-z]{2,3}/i.exec(id)?.[0] ?? id).toLowerCase()
}
