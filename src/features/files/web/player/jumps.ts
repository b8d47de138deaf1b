import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'
import { type Millis, seconds } from '#shared/units.ts'

/** A part of the recording, in ms. */
export type PlayedSpan = { readonly start: Millis; readonly end: Millis }

export type Jumps = {
  /** The part that repeats. */
  loop: PlayedSpan | undefined
  /** Parts without speech, in order, without overlap. */
  silences: readonly PlayedSpan[]
  skipsSilence: boolean
}

/** Returns where playback continues instead of at `time`: the start of the loop or the end of a silence. Undefined for no jump. */
export function findJump(time: Millis, { loop, silences, skipsSilence }: Jumps): Millis | undefined {
  const silence = skipsSilence ? silenceAt(silences, time) : undefined
  const next = silence?.end ?? time
  if (loop && next >= loop.end) return loop.start
  return silence?.end
}

/** Silence is not skipped in its last moments: a jump takes about as long. */
const MIN_JUMP: Millis = 200

function silenceAt(silences: readonly PlayedSpan[], time: Millis): PlayedSpan | undefined {
  let [low, high] = [0, silences.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (silences[middle]!.end - MIN_JUMP > time) high = middle
    else low = middle + 1
  }
  const candidate = silences[low]
  return candidate && candidate.start <= time ? candidate : undefined
}

/** A loop has at least this length. */
const MIN_LOOP: Millis = seconds(1)

/** Returns the part as a loop within the recording. A short one is extended to a second. */
export function toLoop({ start, end }: PlayedSpan, duration: Millis): PlayedSpan {
  const from = Math.max(0, Math.min(start, duration - MIN_LOOP))
  return { start: from, end: Math.min(duration, Math.max(end, from + MIN_LOOP)) }
}

const STORAGE_KEY = 'player_skips_silence'

/** Returns whether this browser skips silence; false by default. */
export const savedSkipsSilence = (): boolean => getItem(STORAGE_KEY) === true
export const saveSkipsSilence = (isOn: boolean): void => setItem(STORAGE_KEY, isOn, { lifetime: NO_EXPIRATION })
