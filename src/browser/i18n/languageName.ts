import { languageTag } from '#shared/locales.ts'
import { tagOfOption } from '#shared/languageVariants.ts'
import type { Locale } from '#shared/locales.ts'

/**
 * Returns the name of a language in the given locale, capitalized for use on its own: `en` is "Anglais" in French. `code` is an ISO
 * 639 code, a tag such as `zh-TW` or `zh_TW`, or an option of spoken languages such as `en-1` (B§3). Other texts are returned
 * unchanged.
 */
export function languageName(code: string, locale: Locale): string {
  const tag = languageTag(locale)
  try {
    const name = namesIn(tag).of(tagOfOption(code).replaceAll('_', '-'))
    return name === undefined ? code : name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1)
  } catch {
    // RangeError: not a valid language tag.
    return code
  }
}

const namesByTag = new Map<string, Intl.DisplayNames>()

/** Creating the object takes a millisecond, and the settings show a hundred names. */
function namesIn(tag: string): Intl.DisplayNames {
  const names = namesByTag.get(tag) ?? new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' })
  namesByTag.set(tag, names)
  return names
}
