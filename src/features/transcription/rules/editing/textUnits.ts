import { UNSPACED_CHARACTER } from '../textPatterns.ts'

const UNIT = new RegExp(`${UNSPACED_CHARACTER.source}[\\p{M}\\p{P}]*|(?:(?!${UNSPACED_CHARACTER.source})\\S)+`, 'gu')

/** The smallest part of a text with its own time: a word, or one character in scripts without spaces. `from` is its index. */
export type TextUnit = { readonly text: string; readonly from: number }

/** Splits a text into its units. White space is between them. */
export const splitIntoUnits = (text: string): TextUnit[] =>
  [...text.matchAll(UNIT)].map((match) => ({ text: match[0], from: match.index }))

/** Returns whether two texts are joined without a space, because both sides are in a script without spaces. */
const joinsDirectly = (before: string, after: string): boolean =>
  UNSPACED_CHARACTER.test([...before.replace(/[\p{P}\s]+$/u, '')].at(-1) ?? '') && UNSPACED_CHARACTER.test([...after][0] ?? '')

/** Joins two texts, with a space unless their script has none. */
export function joinTexts(before: string, after: string): string {
  const [first, second] = [before.trim(), after.trim()]
  if (first === '' || second === '') return first + second
  return joinsDirectly(first, second) ? first + second : `${first} ${second}`
}

export const isUnspaced = (character: string): boolean => UNSPACED_CHARACTER.test(character)

/** Returns a word without case and punctuation, for comparisons. */
export const normalizeWord = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
