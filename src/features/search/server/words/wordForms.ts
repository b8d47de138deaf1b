import { normalizeText } from '#shared/normalizeText.ts'

/** Another form of a word: without the first `skip` letters of it, or written in another way. */
export type WordForm = { readonly text: string; readonly skip: number }

/** Letters that are also written with an E, as in "Mueller", or twice, as in "Aarhus". They are compared without their marks. */
const TWO_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const HAS_TWO_LETTERS = /[äöüåø]/iu

/** Returns a word as it is written without a keyboard for its letters, or the word as it is. */
export function spellOut(word: string): string {
  const composed = normalizeText(word, 'NFC')
  return HAS_TWO_LETTERS.test(composed)
    ? composed.replaceAll(/[äöüåø]/giu, (letter) => TWO_LETTERS[letter.toLowerCase()] ?? letter)
    : word
}

/** Arabic "and", "so", a preposition and the article, which are written as one word with the noun. */
const ARABIC_ARTICLE = /^[وف]?(?:[بك]?ال|لل)(?=\p{L}{2})/u
const ARABIC_PARTICLES = /^(?:[وف][بلك]?|[بلك])(?=\p{L}{4})/u
/** Hebrew conjunctions, prepositions and the article. */
const HEBREW_PREFIX = /^[הובכלמש](?=\p{L}{3})/u
/** The most of them that stand before a word, as in "and that from the". */
const MAX_HEBREW_PREFIXES = 3

/** Returns what is left of a folded word without the small words that are written before it, from the longest. */
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
 * Returns what a folded word of a query stands for without the article before it. Other small words look like the first letter of
 * many nouns, so only those of texts are taken off.
 */
export function withoutArticle(word: string): string[] {
  const article = /^ה(?=\p{L}{3})/u.exec(word)?.[0] ?? ARABIC_ARTICLE.exec(word)?.[0] ?? ''
  return article === '' ? [] : [word.slice(article.length)]
}
