import type { Segment } from '#features/files/contract.ts'
import { seconds, type Millis } from '#shared/units.ts'
import type { SummaryPoint } from '../contract.ts'

/** A part of the recording that a point of a summary rests on, in ms. */
export type Passage = { readonly start: Millis; readonly end: Millis }

/** A point shows no more times than these. */
const MAX_PASSAGES = 3
/** The length of a passage whose segments are no longer in the transcript. */
const DEFAULT_LENGTH: Millis = seconds(30)

/**
 * Returns the passages that a point cites, in the order of the recording: one for each run of adjacent segments. The passage that
 * contains the time of the point begins there. Empty for a point that cites nothing.
 */
export function citedPassages(
  { segments: ids, start_time: time }: Pick<SummaryPoint, 'segments' | 'start_time'>,
  segments: readonly Segment[],
): readonly Passage[] {
  if (time === null) return []
  const cited = new Set(ids)
  const runs: { start: Millis; end: Millis; last: number }[] = []
  segments.forEach(({ id, start_time, end_time }, index) => {
    if (!cited.has(id)) return
    const previous = runs.at(-1)
    if (previous?.last === index - 1) Object.assign(previous, { end: end_time, last: index })
    else runs.push({ start: start_time, end: end_time, last: index })
  })
  const own = runs.findIndex(({ start, end }) => start <= time && time < end)
  const passages = runs.map(({ start, end }, index) => ({ start: index === own ? time : start, end }))
  if (own === -1) passages.unshift({ start: time, end: time + DEFAULT_LENGTH })
  return passages.slice(0, MAX_PASSAGES)
}
