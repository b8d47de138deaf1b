import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'

/** A word with its times: [start, end, text, confidence]. */
export type TimedWord = NonNullable<Segment['words']>[number]

/** A piece of text with its time, as subtitles and other programs have it. Without an end it lasts until the next one. */
export type Cue = {
  readonly start: Millis
  readonly end: Millis | null
  readonly text: string
  readonly speaker: string
  /** The times of its words, when the file has them. Their texts follow one another in `text`. */
  readonly words?: readonly TimedWord[]
  /** The line of the file, or the number of the row in a JSON document. */
  readonly place: number
}

/** A name of a group that every named pattern has, or empty. */
export const groupOf = (match: RegExpExecArray | RegExpMatchArray | null, name: string): string => match?.groups?.[name] ?? ''

/** Returns a text on one line with single spaces, without control characters and halves of characters. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Signs that only change the direction of a text. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Returns a text without the signs for its direction, which some programs put around names. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(DIRECTION, '')

/** Returns the middle of the numbers; 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Returns a function that returns the line of an index. The indices rise, so the text is read once. */
export function createLineCounter(text: string): (index: number) => number {
  let [line, next] = [1, text.indexOf('\n')]
  return (index) => {
    while (next >= 0 && next < index) {
      line++
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
