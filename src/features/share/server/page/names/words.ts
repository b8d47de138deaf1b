import { normalizeText } from '#shared/normalizeText.ts'
import { foldWord, INSIDE_WORD, LETTERS } from './foldWord.ts'

/** A word, a number, or a run of a script that writes words without spaces. Offsets are those of the text. */
export type Token = {
  readonly kind: 'word' | 'unspaced' | 'number'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Letters of scripts that write words without spaces. */
const UNSPACED = String.raw`[[\p{L}\p{M}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\uff9e\uff9f]]`
const SPACED = `[${LETTERS}--${UNSPACED}]`
const run = (letters: string) => `${letters}(?:${letters}|${INSIDE_WORD}{1,6}(?=${letters}))*`
const TOKEN = new RegExp(`(?<unspaced>${run(UNSPACED)})|(?<word>${run(SPACED)})|\\p{N}+`, 'gv')
/** Returns the words, numbers and runs of a text. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: found, index, groups } of text.matchAll(TOKEN)) {
    const kind = groups?.['unspaced'] === undefined ? (groups?.['word'] === undefined ? 'number' : 'word') : 'unspaced'
    tokens.push({ kind, text: found, start: index, end: index + found.length })
  }
  return tokens
}

/** Returns whether a word begins with a capital. Scripts without capitals have none. */
export const startsUpper = (word: string): boolean => /^[^\p{L}]*[\p{Lu}\p{Lt}]/u.test(word)
/** Returns whether a word begins with a small letter of a script with capitals. Georgian has capitals, and does not begin names with them. */
export const startsLower = (word: string): boolean => /^[^\p{L}]*[\p{Ll}--\p{sc=Geor}]/v.test(word)
export const isAllUpper = (word: string): boolean => /\p{Lu}\P{Lu}*\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word)

/** Returns whether letters of a word have accents or other marks. */
export const hasMarks = (word: string): boolean => /\p{M}/u.test(normalizeText(word, 'NFKD'))

/** Returns a list of words that is written as text, folded. */
export const wordSet = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).flatMap((word) => (word === '' ? [] : [foldWord(word).letters])))
