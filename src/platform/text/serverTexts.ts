import { readFileSync } from 'node:fs'
import { type Locale, localeFor } from '#shared/locales.ts'

/**
 * Returns a function that gives the texts of a folder with one JSON file for each locale, in a language such as `de_DE`, `de-AT`
 * or `zh-Hant`; in English for other languages. A file is read when its language is first needed.
 */
export function serverTexts<Texts>(folder: URL): (language: string) => Texts {
  const loaded = new Map<Locale, Texts>()
  return (language) => {
    const locale = localeFor(language)
    const known = loaded.get(locale)
    if (known !== undefined) return known
    const texts = JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8')) as Texts
    loaded.set(locale, texts)
    return texts
  }
}

/** Puts values into a text: `{name}`. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
