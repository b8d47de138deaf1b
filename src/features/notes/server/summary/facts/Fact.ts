import type { Difference } from '../../../contract.ts'
import type { ScannedNumber } from './ScannedText.ts'

/**
 * A number, a time or a date in a text. `asks` are the possible readings in a line, one of which must have been said; a reading
 * with `&` requires all its parts. `answers` are the readings of the same words when spoken.
 */
export type Fact = {
  readonly reason: Extract<Difference, 'number' | 'day'>
  readonly asks: readonly string[]
  readonly answers: readonly string[]
  /** Whether a line that contains it must be supported. `ifOthers`: only when something else of its kind was said. */
  readonly isNeeded: boolean | 'ifOthers'
}

/** Separates keys that are required together. */
export const ALL = '&'

type Options = { readonly asks?: readonly string[]; readonly answers?: readonly string[]; readonly isNeeded?: Fact['isNeeded'] }

/** Returns a fact with keys used both ways, and with keys that only ask or only answer. */
export const fact = (
  reason: Fact['reason'],
  keys: readonly string[],
  { asks = [], answers = [], isNeeded = true }: Options = {},
): Fact => ({ reason, asks: [...keys, ...asks], answers: [...keys, ...answers], isNeeded })

/** Keys for a number without a unit (`bare`), and for any number (`number`). */
export const bareKey = (value: number): string => `bare:${value}`
export const numberKey = (value: number): string => `number:${value}`

/** Returns whether a number in words was said, rather than counted by the line itself, as in "the two agreed". */
export function isNeededNumber({ values: [value = 0], isDigits, isOrdinal, isShare }: ScannedNumber): Fact['isNeeded'] {
  if (isDigits || isShare) return true
  if (isOrdinal) return value >= 3
  return Math.abs(value) >= 2 && (Math.abs(value) > 4 || 'ifOthers')
}
