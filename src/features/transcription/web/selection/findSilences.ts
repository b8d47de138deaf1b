import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'

/** Shorter pauses belong to speech. */
const MIN_SILENCE: Millis = 2000
/** Sound kept after the words before a silence, and before the words after it: word times are not exact. */
const KEPT_AFTER: Millis = 500
const KEPT_BEFORE: Millis = 300

/** Returns the parts of a recording without speech that can be skipped, in order. Speech that was not understood is speech. */
export function findSilences(segments: readonly Segment[], duration: Millis): { start: Millis; end: Millis }[] {
  const silences: { start: Millis; end: Millis }[] = []
  let spokenUntil: Millis = 0
  const addSilence = (until: Millis) => {
    const start = spokenUntil === 0 ? 0 : spokenUntil + KEPT_AFTER
    if (until - spokenUntil >= MIN_SILENCE) silences.push({ start, end: until - KEPT_BEFORE })
  }
  for (const { words, start_time, end_time } of segments) {
    const spoken = words && words.length > 0 ? words : [[start_time, end_time] as const]
    for (const [start, end] of spoken) {
      addSilence(start)
      spokenUntil = Math.max(spokenUntil, end)
    }
  }
  if (spokenUntil > 0) addSilence(duration)
  return silences
}
