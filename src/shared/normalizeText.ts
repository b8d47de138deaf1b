/** Maximum length in characters. The rest is cut off. */
const MAX_LENGTH = 10_000
/** Maximum number of combining marks on one letter, from the stream-safe text format (UAX 15). No language needs half as many. */
const MAX_MARKS = 30
/** The two half-width signs become combining marks under NFKC and NFKD. */
const TOO_MANY_MARKS = new RegExp(String.raw`([\p{M}\uff9e\uff9f]{${MAX_MARKS}})[\p{M}\uff9e\uff9f]+`, 'gu')

/**
 * Returns the text in a Unicode normalization form. Normalizing sorts the marks of a letter in quadratic time, so this function
 * first limits the length and the number of consecutive marks; texts from other users must be normalized with it.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.slice(0, MAX_LENGTH).replace(TOO_MANY_MARKS, '$1').normalize(form)

/** Returns text for search comparison: without case, accents or width, so that `cafe` finds `Café`. */
export const foldText = (text: string): string =>
  normalizeText(
    normalizeText(text, 'NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
    'NFC',
  )

/** Splits a query into folded words. A text matches when it contains all of them. */
export const foldedWords = (query: string): string[] => foldText(query).split(/\s+/).filter(Boolean)

/** Ranks of a match, best first. */
export const MATCH_RANKS = { equal: 0, start: 1, startOfWord: 2, startsOfWords: 3, inside: 4 } as const

/** Returns how well a folded text that contains all words of a query matches it: a lower rank is better. */
export function matchRank(foldedText: string, queryWords: readonly string[]): number {
  const query = queryWords.join(' ')
  if (foldedText === query) return MATCH_RANKS.equal
  if (foldedText.startsWith(query)) return MATCH_RANKS.start
  const text = ` ${foldedText}`
  if (text.includes(` ${query}`)) return MATCH_RANKS.startOfWord
  return queryWords.every((word) => text.includes(` ${word}`)) ? MATCH_RANKS.startsOfWords : MATCH_RANKS.inside
}

/** Maximum length of a name as typed or pasted, before it is cleaned. Schemas refuse longer names first. */
export const MAX_TYPED_NAME = 10_000

/** Line breaks and tabs, which separate words and therefore become a space. */
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/**
 * Control characters, direction overrides and isolates, and invisible format characters. Joiners are kept because Persian and emoji
 * need them, and so are the implicit direction marks (U+200E, U+200F).
 */
const INVISIBLE_CHARACTERS = /[\p{Cc}\u202a-\u202e\u2066-\u206f\ufeff]/gu
/** A visible character. */
const VISIBLE_CHARACTER = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u

/**
 * Returns a user-chosen name as it is stored and displayed: normalized (NFC), on one line, without characters that hide or reorder
 * the text next to it. Returns an empty string when no visible characters are left.
 */
export function cleanName(name: string): string {
  const cleaned = normalizeText(name.replace(LINE_BREAKS, ' ').replace(INVISIBLE_CHARACTERS, ''), 'NFC').trim()
  return VISIBLE_CHARACTER.test(cleaned) ? cleaned : ''
}
