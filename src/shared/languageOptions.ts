import { type LanguageOption, LANGUAGE_VARIANTS } from './languageVariants.ts'
import { SPOKEN_LANGUAGES } from './spokenLanguages.ts'

/** The list of languages differs by region (B§3). */
export type LanguageRegion = 'global' | 'cn'

/** Detects the language. */
export const AUTO_OPTION: LanguageOption = { id: 'auto', engine: null, tag: '' }

/** Languages that are offered only as variants, not with their plain code. */
const ONLY_VARIANTS = new Set(['zh', 'yue'])

const plain = (code: string): LanguageOption => ({ id: code, engine: code, tag: code })

const OPTIONS: Readonly<Record<LanguageRegion, readonly LanguageOption[]>> = {
  global: [AUTO_OPTION, ...SPOKEN_LANGUAGES.filter((code) => !ONLY_VARIANTS.has(code)).map(plain), ...LANGUAGE_VARIANTS],
  cn: [AUTO_OPTION, ...LANGUAGE_VARIANTS.filter(({ id }) => id === 'zh-0'), ...['en', 'ja', 'ko', 'de', 'fr'].map(plain)],
}

/** Returns the options of a region: long outside China, seven in China (B§3). */
export const languageOptions = (region: LanguageRegion): readonly LanguageOption[] => OPTIONS[region]

/** Returns the option for the value of a setting or a request. A plain code such as `zh` means its first variant. */
export const findLanguageOption = (id: string): LanguageOption | undefined =>
  OPTIONS.global.find((option) => option.id === id) ?? OPTIONS.global.find((option) => option.engine === id)

/**
 * Returns the engine's code for a language named by an option, a code or a tag: `zh-hk-0` is `yue`, `en-2` is `en`, `de_DE` is `de`.
 */
export function engineLanguage(id: string): string {
  const option = OPTIONS.global.find((candidate) => candidate.id === id.toLowerCase())
  return option?.engine ?? (/^[a-z]{2,3}/i.exec(id)?.[0] ?? id).toLowerCase()
}
