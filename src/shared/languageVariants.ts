/** A choice of spoken language. */
export type LanguageOption = {
  /** The id on the wire: `en-2`, `zh-0`, `auto`. */
  readonly id: string
  /** Code for the speech engine; null to detect the language. */
  readonly engine: string | null
  /** BCP 47 tag from which the name is derived: `en-GB`. */
  readonly tag: string
}

/**
 * Regional variants (B§3). The specification lists the ids but not the regions, so the regions are our choice. Engines do not
 * distinguish the variants of a language; only Cantonese is a separate language for them.
 */
export const LANGUAGE_VARIANTS: readonly LanguageOption[] = [
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

/** Returns the tag of an option, from which its name is derived: `en-1` is `en-US`. Other codes are returned unchanged. */
export const tagOfOption = (id: string): string => LANGUAGE_VARIANTS.find((option) => option.id === id.toLowerCase())?.tag ?? id
