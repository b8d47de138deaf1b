import type { TalkTime } from '../../../contract.ts'
import type { Millis } from '#shared/units.ts'
import { toPlainText } from '../plainText.ts'
import type { Segment } from '../summary.ts'

/** Returns how long each speaker spoke, longest first. Empty when speakers are unknown. */
export function computeTalkTime(segments: readonly Segment[]): TalkTime[] {
  const times = new Map<string, Millis>()
  for (const { speaker, start, end } of segments) {
    const name = toPlainText(speaker)
    if (name !== '') times.set(name, (times.get(name) ?? 0) + Math.max(0, end - start))
  }
  const total = [...times.values()].reduce((sum, ms) => sum + ms, 0)
  return [...times].map(([speaker, ms]) => ({ speaker, ms, share: total === 0 ? 0 : ms / total })).sort((a, b) => b.ms - a.ms)
}

/** Returns the total time without speech. Speech that was not understood does not count as silence. */
export function computeSilence(segments: readonly Segment[], duration: Millis, notUnderstood: Millis): Millis {
  let spoken = 0
  let spokenUntil = 0
  for (const { start, end } of segments.toSorted((a, b) => a.start - b.start)) {
    spoken += Math.max(0, end - Math.max(start, spokenUntil))
    spokenUntil = Math.max(spokenUntil, end)
  }
  return Math.max(0, Math.max(duration, spokenUntil) - spoken - notUnderstood)
}
