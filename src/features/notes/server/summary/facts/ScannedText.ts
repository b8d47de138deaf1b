import { withPlainDigits } from '#shared/digits.ts'
import { normalizeText } from '#shared/normalizeText.ts'

/**
 * A number in a text. `values` are its possible readings: "1.500" is 1500 or 1.5. `digits` are those to dial if it is part of a
 * telephone number.
 */
export type ScannedNumber = {
  readonly values: readonly number[]
  readonly digits: string
  readonly isOrdinal: boolean
  /** False for a number in words. */
  readonly isDigits: boolean
  /** Minutes of the day, if it can be a time such as "9.30". */
  readonly clock?: number
  /** True for a fraction, such as a half. */
  readonly isShare?: boolean
}

/** A text in which each number is replaced by a placeholder with its index, so that patterns can match the surrounding words. */
export type ScannedText = { text: string; readonly numbers: ScannedNumber[] }

const [CARDINAL, ORDINAL, END, USED] = ['\ue000', '\ue001', '\ue002', '\ue003']

/** Returns the placeholder of a number. */
export const markOf = (index: number, isOrdinal: boolean): string => `${isOrdinal ? ORDINAL : CARDINAL}${index}${END}`

/** Adds a number and returns its placeholder. */
export function addNumber(scanned: Pick<ScannedText, 'numbers'>, number: ScannedNumber): string {
  scanned.numbers.push(number)
  return markOf(scanned.numbers.length - 1, number.isOrdinal)
}

/** Replaces words that have been read, and keeps the words around them separate. */
export const usedMark = USED

export const NUMBER_MARK = new RegExp(`[${CARDINAL}${ORDINAL}](\\d+)${END}`, 'gu')

/** Compiles a pattern of a language to a regular expression. `#` stands for a number and `º` for an ordinal. */
export function compilePattern(pattern: string, isSpaced: boolean): RegExp {
  const source = pattern
    .replaceAll('#', `[${CARDINAL}${ORDINAL}](\\d+)${END}`)
    .replaceAll('º', `${ORDINAL}(\\d+)${END}`)
    .replaceAll(' ', '[ \\-]')
  return new RegExp(isSpaced ? `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])` : `(?:${source})`, 'gu')
}

/**
 * Returns a text in lower case with ASCII digits, straight apostrophes, single spaces, and without accents, so that each word has a
 * single spelling.
 */
export function foldSpeech(text: string): string {
  const narrow = text
    .replaceAll(/[\ue000-\ue003]/g, ' ')
    .replaceAll(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
  return withPlainDigits(narrow)
    .replaceAll(/[\u066b]/g, '.')
    .replaceAll(/[\u066c]/g, ',')
    .replaceAll(/[½⅓⅔¼¾⅕⅛]/gu, (fraction) => ` ${FRACTIONS[fraction] ?? ''}`)
    .replaceAll(/[‘’ʼ`´]/g, "'")
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[à-ɏ]/g, (letter) => normalizeText(letter, 'NFKD')[0] ?? letter)
    .replaceAll(/[\u0300-\u036f\u00ad\u200b-\u200f\u2060]/g, '')
    .replaceAll(/\s+/g, ' ')
}

const FRACTIONS: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅛': '1/8',
}
