import { SPEECH_RATE } from '#platform/sound/sound.ts'
import type { Backlog } from './backlog.ts'
import { quietestPlace } from './level.ts'
import { SILERO_FRAME } from './silero.ts'

/** A range of the recording in samples, `end` exclusive. */
export type Stretch = { readonly start: number; readonly end: number }

/** Maximum length of a segment and of a window. Whisper takes 30 s; the padding needs some of it. */
export const LONGEST_PIECE = 28 * SPEECH_RATE
/** Anything shorter is a cough, for which Whisper makes up words. */
export const SHORTEST_PIECE = Math.round(0.3 * SPEECH_RATE)

const SPEECH_FROM = 0.5
const SILENCE_BELOW = 0.35
const ENDING_SILENCE = 0.5 * SPEECH_RATE
const QUIET = 0.03 * SPEECH_RATE
const QUIET_STEP = 0.01 * SPEECH_RATE

/** Finds segments of speech frame by frame. */
export type PieceFinder = {
  /** Takes the probability of the frame that starts at `position`. Returns the segments that are now complete. */
  push: (at: number, probability: number) => Stretch[]
  /** Returns the start of the unfinished segment, or undefined. */
  readonly openSince: () => number | undefined
  /** Returns the unfinished segment when the recording ends at `end`. */
  finish: (end: number) => Stretch[]
}

/**
 * Speech begins at probability 0.5 and ends after half a second below 0.35. Speech longer than 28 s is split at its quietest 30
 * ms between 16.8 and 28 s.
 */
export function findPieces(backlog: Backlog): PieceFinder {
  let start: number | undefined
  let quietSince: number | undefined
  const close = (end: number): Stretch[] => {
    const piece = start === undefined ? undefined : { start, end }
    start = quietSince = undefined
    return piece && piece.end - piece.start >= SHORTEST_PIECE ? [piece] : []
  }
  return {
    openSince: () => start,
    push: (at, probability) => {
      if (probability >= SPEECH_FROM) {
        start ??= at
        quietSince = undefined
      } else if (start !== undefined && probability < SILENCE_BELOW) quietSince ??= at
      if (start === undefined) return []
      if (quietSince !== undefined && at - quietSince >= ENDING_SILENCE) return close(quietSince)
      if ((quietSince ?? at + SILERO_FRAME) - start <= LONGEST_PIECE) return []
      const piece = { start, end: cutPlace(backlog, start) }
      start = piece.end
      return [piece]
    },
    finish: (end) => close(quietSince ?? end),
  }
}

/** Returns the position at which a segment of maximum length that starts at `start` is split. */
function cutPlace(backlog: Backlog, start: number): number {
  const from = start + Math.floor(0.6 * LONGEST_PIECE)
  const samples = backlog.slice(from, start + LONGEST_PIECE)
  return from + (quietestPlace(samples, QUIET, QUIET_STEP) ?? samples.length)
}
