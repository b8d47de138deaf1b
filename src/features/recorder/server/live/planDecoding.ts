import { type Millis, minutes, seconds } from '#shared/units.ts'
import type { Word } from '#platform/speech/speech.ts'
import { PIECE_DURATION } from '../../rules.ts'

/** Live words pause when a piece has waited for this long. */
export const MAX_LAG: Millis = seconds(15)
/** The first pause. The next ones of the same recording are twice as long each, up to `MAX_PAUSE`. */
export const FIRST_PAUSE: Millis = minutes(1)
const MAX_PAUSE: Millis = minutes(8)
/** Maximum audio per decoding: a window of the default engine. */
const MAX_DECODED: Millis = seconds(28)

/** How far the audio of a recording is decoded. Times are in ms from the start of the recording. */
export type LiveProgress = {
  /** The first piece that is decoded again, and its position. */
  readonly piece: number
  readonly pieceAt: Millis
  /** The first piece that is not decoded yet. */
  readonly next: number
  /** Where the next decoding starts. */
  readonly start: Millis
  /** The confirmed words from `start` on. */
  readonly confirmed: readonly Word[]
  /** The words after them, which may still change. */
  readonly tail: readonly Word[]
  /** The language of the words, or '' when there are none. */
  readonly language: string
  /** Unix ms. Until then live words are paused because they were behind. */
  readonly pausedUntil: Millis | null
  /** How often live words have paused in this recording. */
  readonly pauses: number
  /** Whether the engine has failed on this audio. It is decoded once more, then skipped. */
  readonly hasFailed: boolean
}

export type ReceivedPiece = { readonly number: number; readonly duration: Millis; readonly receivedAt: Millis }

export type DecodingPlan =
  /** No new piece follows the last one. */
  | { readonly kind: 'wait' }
  /** This computer cannot keep up: the pieces so far are skipped. */
  | { readonly kind: 'pause'; readonly progress: LiveProgress }
  /** The pieces from `progress.piece` to `last` are decoded. */
  | { readonly kind: 'decode'; readonly progress: LiveProgress; readonly last: number }

/** Returns the progress of live words that start with this piece. */
export const startAtPiece = (piece: number, pieceAt: Millis): LiveProgress => ({
  piece,
  pieceAt,
  next: piece,
  start: pieceAt,
  confirmed: [],
  tail: [],
  language: '',
  pausedUntil: null,
  pauses: 0,
  hasFailed: false,
})

/**
 * Returns what to do with the pieces from `progress.piece` on, in order. Pieces that arrive late and all at once, after a lost
 * connection, are decoded one after another. Lag is measured by how long a piece has waited for its decoding.
 */
export function planDecoding(progress: LiveProgress, pieces: readonly ReceivedPiece[], now: Millis): DecodingPlan {
  const waiting = pieces.filter(({ number }) => number >= progress.next)
  const [oldest, newest] = [waiting[0], waiting.at(-1)]
  if (!oldest || !newest) return { kind: 'wait' }
  if (progress.pausedUntil !== null) {
    if (now < progress.pausedUntil) return { kind: 'pause', progress: skipTo(progress, pieces, newest.number + 1) }
    return decode({ ...skipTo(progress, pieces, newest.number), pausedUntil: null }, [newest])
  }
  const isLate = now - oldest.receivedAt > MAX_LAG
  // A piece before this one is missing and no longer waited for.
  if (oldest.number > progress.next) return isLate ? decode(skipTo(progress, pieces, oldest.number), waiting) : { kind: 'wait' }
  if (isLate) return { kind: 'pause', progress: pause(skipTo(progress, pieces, newest.number + 1), now) }
  return decode(progress, pieces)
}

/** Pauses live words. On a computer that is too slow for them, retries become less and less frequent. */
export function pause(progress: LiveProgress, now: Millis): LiveProgress {
  const length = Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** progress.pauses)
  return { ...progress, pausedUntil: now + length, pauses: progress.pauses + 1 }
}

/** Returns the position of a piece. A missing piece counts as a full one. */
export function positionOf(progress: LiveProgress, pieces: readonly ReceivedPiece[], number: number): Millis {
  const durations = new Map(pieces.map((piece) => [piece.number, piece.duration]))
  let position = progress.pieceAt
  for (let n = progress.piece; n < number; n++) position += durations.get(n) ?? PIECE_DURATION
  return position
}

/** Unconfirmed words are dropped together with their audio. */
function skipTo(progress: LiveProgress, pieces: readonly ReceivedPiece[], number: number): LiveProgress {
  const { language, pausedUntil, pauses } = progress
  return { ...startAtPiece(number, positionOf(progress, pieces, number)), language, pausedUntil, pauses }
}

/** Decodes contiguous pieces, at least one new one. */
function decode(progress: LiveProgress, pieces: readonly ReceivedPiece[]): DecodingPlan {
  const numbers = new Set(pieces.map(({ number }) => number))
  const fits = (number: number) => positionOf(progress, pieces, number + 1) - progress.start <= MAX_DECODED
  let last = progress.next
  while (numbers.has(last + 1) && fits(last + 1)) last++
  return { kind: 'decode', progress, last }
}
