import { FALLBACK_LOCALE, LOCALES, localeFor, type Locale } from '#shared/locales.ts'
import de from './texts/de_DE.json' with { type: 'json' }
import en from './texts/en_US.json' with { type: 'json' }
import es from './texts/es_ES.json' with { type: 'json' }
import fr from './texts/fr_FR.json' with { type: 'json' }
import it from './texts/it_IT.json' with { type: 'json' }
import ja from './texts/ja_JP.json' with { type: 'json' }
import ko from './texts/ko_KR.json' with { type: 'json' }
import pt from './texts/pt_PT.json' with { type: 'json' }
import zhCn from './texts/zh_CN.json' with { type: 'json' }
import zhTw from './texts/zh_TW.json' with { type: 'json' }

/** The texts of the public page of a link. Only the server has them, because the page needs no script. */
export type PageTexts = typeof en

const TEXTS: Readonly<Record<Locale, PageTexts>> = {
  en_US: en,
  es_ES: es,
  fr_FR: fr,
  de_DE: de,
  it_IT: it,
  ja_JP: ja,
  ko_KR: ko,
  pt_PT: pt,
  zh_CN: zhCn,
  zh_TW: zhTw,
}

export const textsOf = (locale: Locale): PageTexts => TEXTS[locale]

/** Replaces placeholders such as `{name}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

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
