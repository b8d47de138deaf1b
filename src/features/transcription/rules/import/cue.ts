import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'

/** A word with its times: [start, end, text, confidence]. */
export type TimedWord = NonNullable<Segment['words']>[number]

/** A timed text, as in subtitles and other formats. Without an end, it lasts until the next one. */
export type Cue = {
  readonly start: Millis
  readonly end: Millis | null
  readonly text: string
  readonly speaker: string
  /** The times of its words, if the file has them. Joined, their texts are `text`. */
  readonly words?: readonly TimedWord[]
  /** The line of the file, or the number of the row in a JSON document. */
  readonly place: number
}

/** Returns the value of a named group, or ''. */
export const groupOf = (match: RegExpExecArray | RegExpMatchArray | null, name: string): string => match?.groups?.[name] ?? ''

/** Returns a text on one line with single spaces, without control characters and lone surrogates. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Invisible direction marks. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Removes direction marks, which some programs put around names. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(DIRECTION, '')

/** Returns the median; 0 without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Returns a function that returns the line number of an index. Indexes must increase, so that the text is read once. */
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
