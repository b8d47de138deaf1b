import type { Difference } from '../../../contract.ts'
import type { ScannedNumber } from './ScannedText.ts'

/**
 * A number, a time or a day in a text. `asks` are the ways to read it in a line, one of which must have been said; one with `&` asks
 * for all its parts. `answers` is what the same words say when they are spoken.
 */
export type Fact = {
  readonly reason: Extract<Difference, 'number' | 'day'>
  readonly asks: readonly string[]
  readonly answers: readonly string[]
  /** Whether a line that has it must be covered. `ifOthers`: only when something else of its kind was said. */
  readonly isNeeded: boolean | 'ifOthers'
}

/** Between keys that are asked for together. */
export const ALL = '&'

type Options = { readonly asks?: readonly string[]; readonly answers?: readonly string[]; readonly isNeeded?: Fact['isNeeded'] }

/** Returns a fact with keys that ask and answer alike, and with those that do only one of it. */
export const fact = (
  reason: Fact['reason'],
  keys: readonly string[],
  { asks = [], answers = [], isNeeded = true }: Options = {},
): Fact => ({ reason, asks: [...keys, ...asks], answers: [...keys, ...answers], isNeeded })

/** A number without a unit (`bare`), and any number (`number`). */
export const bareKey = (value: number): string => `bare:${value}`
export const numberKey = (value: number): string => `number:${value}`

/** Returns whether a number in words is counted by a line itself, as in "the two agreed", rather than said. */
export function isNeededNumber({ values: [value = 0], isDigits, isOrdinal, isShare }: ScannedNumber): Fact['isNeeded'] {
  if (isDigits || isShare) return true
  if (isOrdinal) return value >= 3
  return Math.abs(value) >= 2 && (Math.abs(value) > 4 || 'ifOthers')
}
