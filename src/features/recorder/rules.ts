import { hours, type Millis } from '#kit/units.ts'

/** Years a recording may begin in; anything else is a clock gone wrong. */
const EARLIEST = Date.UTC(1990, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)
/** Hours from UTC that any place keeps. */
const MOST_ZONE = 26
/** A browser's clock may be this far ahead of the server's before it is not believed. */
const MOST_AHEAD = hours(26)

/** How many of the pieces lie there from the first one on without a gap. */
export function piecesInARow(numbers: readonly number[]): number {
  const there = new Set(numbers)
  let last = 0
  while (there.has(last + 1)) last++
  return last
}

/** When a recording began: as the browser says, if that can be, else `now`. */
export function believedStart(said: Millis, now: Millis): Millis {
  const at = Math.round(said)
  return at > EARLIEST && at < LATEST && at <= now + MOST_AHEAD ? at : now
}

/** Hours from UTC as said, or none. */
export const believedZone = (said: number | null | undefined): number =>
  typeof said === 'number' && Math.abs(said) <= MOST_ZONE ? said : 0
