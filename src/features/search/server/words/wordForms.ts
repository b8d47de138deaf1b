import { normalizeText } from '#shared/normalizeText.ts'

/** Another form of a word: without its first `skip` letters, or in another spelling. */
export type WordForm = { readonly text: string; readonly skip: number }

/** Letters that are also spelled with an E, as in "Mueller", or doubled, as in "Aarhus". They are compared without accents. */
const TWO_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const HAS_TWO_LETTERS = /[äöüåø]/iu

/** Returns the spelling of a word without a keyboard for its letters, or the unchanged word. */
export function spellOut(word: string): string {
  const composed = normalizeText(word, 'NFC')
  return HAS_TWO_LETTERS.test(composed)
    ? composed.replaceAll(/[äöüåø]/giu, (letter) => TWO_LETTERS[letter.toLowerCase()] ?? letter)
    : word
}

/** Arabic "and", "so", a preposition and the article, which are joined with the noun. */
const ARABIC_ARTICLE = /^[وف]?(?:[بك]?ال|لل)(?=\p{L}{2})/u
const ARABIC_PARTICLES = /^(?:[وف][بلك]?|[بلك])(?=\p{L}{4})/u
/** Hebrew conjunctions, prepositions and the article. */
const HEBREW_PREFIX = /^[הובכלמש](?=\p{L}{3})/u
/** Maximum number of them before a word, as in "and that from the". */
const MAX_HEBREW_PREFIXES = 3

/** Returns the remainders of a folded word without its joined prefixes, the longest first. */
export function withoutPrefixes(word: string): WordForm[] {
  const first = word.charCodeAt(0)
  if (first >= 0x5d0 && first <= 0x5ea) return withoutHebrewPrefixes(word)
  if (first < 0x620 || first > 0x64a) return []
  const prefix = ARABIC_ARTICLE.exec(word)?.[0] ?? ARABIC_PARTICLES.exec(word)?.[0] ?? ''
  return prefix === '' ? [] : [{ text: word.slice(prefix.length), skip: prefix.length }]
}

function withoutHebrewPrefixes(word: string): WordForm[] {
  const forms: WordForm[] = []
  for (let skip = 1; skip <= MAX_HEBREW_PREFIXES && HEBREW_PREFIX.test(word.slice(skip - 1)); skip++)
    forms.push({ text: word.slice(skip), skip })
  return forms
}

/**
 * Returns a folded word of a query without its article. Other prefixes look like the first letter of many nouns, so they are only
 * removed from texts.
 */
export function withoutArticle(word: string): string[] {
  const article = /^ה(?=\p{L}{3})/u.exec(word)?.[0] ?? ARABIC_ARTICLE.exec(word)?.[0] ?? ''
  return article === '' ? [] : [word.slice(article.length)]
}
