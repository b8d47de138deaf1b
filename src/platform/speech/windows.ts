import { SPEECH_RATE } from '#platform/sound/sound.ts'
import { openBacklog } from './backlog.ts'
import { findPieces, LONGEST_PIECE, SHORTEST_PIECE, type Stretch } from './speechPieces.ts'

/** A window to transcribe: its audio with padding and the speech segments in it. All positions count samples of the recording. */
export type PlannedWindow = {
  /** Position of the first sample of `pcm`. */
  readonly start: number
  readonly pcm: Float32Array
  readonly pieces: readonly Stretch[]
}

/** Plans windows while the recording is still being read. Keeps less than a minute of audio. */
export type WindowPlanner = {
  /** Takes the next frame (512 samples; the last may be shorter) and its speech probability. Returns complete windows. */
  push: (frame: Float32Array, probability: number) => PlannedWindow[]
  /** Returns the position before which nothing waits to be transcribed. */
  readonly settledUntil: () => number
  /** Returns the remaining windows at the end of the recording. */
  finish: () => PlannedWindow[]
}

const PADDING = 0.3 * SPEECH_RATE

/**
 * Joins segments of speech and the pauses between them up to 28 s, with 0.3 s of padding that never reaches into neighbouring
 * speech. Transcribing segments one by one adds 4 points of word errors. A recording of 28 s or less with speech is not split at
 * all: 15.9 instead of 17.5 % word errors over 25 FLEURS sentences of 5 to 20 s. `origin` is the position of the first sample.
 */
export function planWindows(origin: number): WindowPlanner {
  const backlog = openBacklog(origin)
  const finder = findPieces(backlog)
  let pieces: Stretch[] = []
  /** End of the speech in the previous window. */
  let doneUntil = origin

  const settledUntil = () => pieces[0]?.start ?? finder.openSince() ?? backlog.end()
  const isShort = () => backlog.end() - origin <= LONGEST_PIECE
  const close = (next: number, padding = PADDING): PlannedWindow[] => {
    const [first, last] = [pieces[0], pieces.at(-1)]
    if (!first || !last) return []
    const start = Math.max(doneUntil, first.start - padding)
    const window = { start, pcm: backlog.slice(start, Math.min(next, last.end + padding)), pieces }
    doneUntil = last.end
    pieces = []
    return last.end - first.start >= SHORTEST_PIECE ? [window] : []
  }
  const add = (piece: Stretch): PlannedWindow[] => {
    const first = pieces[0]
    const closed = first && piece.end - first.start > LONGEST_PIECE ? close(piece.start) : []
    pieces.push(piece)
    return closed
  }

  return {
    push: (frame, probability) => {
      const at = backlog.end()
      backlog.push(frame)
      const planned = finder.push(at, probability).flatMap(add)
      const first = pieces[0]
      const isFull = first && finder.openSince() === undefined && at - first.start > LONGEST_PIECE
      if (isFull) planned.push(...close(backlog.end()))
      if (!isShort()) backlog.dropBefore(Math.max(doneUntil, settledUntil() - PADDING))
      return planned
    },
    settledUntil,
    finish: () => [...finder.finish(backlog.end()).flatMap(add), ...close(backlog.end(), isShort() ? LONGEST_PIECE : PADDING)],
  }
}
