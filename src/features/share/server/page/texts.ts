import { FALLBACK_LOCALE, LOCALES, localeFor, type Locale } from '#shared/locales.ts'
import { serverTexts } from '#platform/text/serverTexts.ts'
import type en from '../texts/en_US.json'

/** The texts of the public page of a link. Only the server has them, because the page needs no script. */
export type PageTexts = typeof en

export const textsOf: (locale: Locale) => PageTexts = serverTexts<PageTexts>(new URL('../texts/', import.meta.url))

/** Returns the language of a visitor: `?lang`, otherwise the first supported one that the browser prefers. */
export function localeOfVisitor(lang: string | undefined, acceptLanguage: string | undefined): Locale {
  if (lang) return localeFor(lang)
  const tags = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = /^q=([\d.]+)$/.exec(parameters.join('').trim())?.[1]
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => weight > 0 && isKnown(tag))
    .toSorted((a, b) => b.weight - a.weight)
  return tags[0] ? localeFor(tags[0].tag) : FALLBACK_LOCALE
}

const LANGUAGES = new Set(LOCALES.map((locale) => locale.slice(0, 2)))
const isKnown = (tag: string): boolean => LANGUAGES.has(tag.slice(0, 2).toLowerCase())
