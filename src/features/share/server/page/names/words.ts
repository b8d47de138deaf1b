import { normalizeText } from '#shared/normalizeText.ts'
import { foldWord, INSIDE_WORD, LETTERS } from './foldWord.ts'

/** A word, a number, or a run of a script without spaces. Offsets are relative to the text. */
export type Token = {
  readonly kind: 'word' | 'unspaced' | 'number'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Letters of scripts without spaces between words. */
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

/** Returns whether a word begins with a capital; false in scripts without capitals. */
export const startsUpper = (word: string): boolean => /^[^\p{L}]*[\p{Lu}\p{Lt}]/u.test(word)
/**
 * Returns whether a word begins with a lower-case letter of a script with capitals. Georgian has capitals but does not capitalize
 * names.
 */
export const startsLower = (word: string): boolean => /^[^\p{L}]*[\p{Ll}--\p{sc=Geor}]/v.test(word)
export const isAllUpper = (word: string): boolean => /\p{Lu}\P{Lu}*\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word)

/** Returns whether the letters of a word have accents or other marks. */
export const hasMarks = (word: string): boolean => /\p{M}/u.test(normalizeText(word, 'NFKD'))

/** Parses a list of words and folds them. */
export const wordSet = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).flatMap((word) => (word === '' ? [] : [foldWord(word).letters])))
