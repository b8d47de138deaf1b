import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'

/** Shorter stretches without speech are pauses, which are not shown. */
const MIN_SPAN: Millis = 60_000

/** A span without speech. `segment` is the index of the following segment, or the number of segments at the end. */
export type SpeechlessSpan = { readonly start: Millis; readonly end: Millis; readonly segment: number }

/**
 * Returns the stretches of a minute and more without speech, in order. These are the gaps between segments, because all detected
 * speech has words or is marked as not understood. `duration` includes the end of the recording.
 */
export function speechlessSpans(
  segments: readonly Pick<Segment, 'start_time' | 'end_time'>[],
  duration?: Millis,
): SpeechlessSpan[] {
  const spans: SpeechlessSpan[] = []
  let end: Millis = 0
  segments.forEach(({ start_time, end_time }, segment) => {
    if (start_time - end >= MIN_SPAN) spans.push({ start: end, end: start_time, segment })
    end = Math.max(end, end_time)
  })
  if (duration !== undefined && segments.length > 0 && duration - end >= MIN_SPAN)
    spans.push({ start: end, end: duration, segment: segments.length })
  return spans
}
