import { type Millis, seconds } from '#shared/units.ts'

/** Audio is sent in pieces of this duration, each containing whole MP3 frames. */
export const PIECE_DURATION: Millis = seconds(4)

/** Returns the number of contiguous pieces from the first one on. */
export function countContiguousPieces(numbers: readonly number[]): number {
  const present = new Set(numbers)
  let count = 0
  while (present.has(count + 1)) count++
  return count
}
