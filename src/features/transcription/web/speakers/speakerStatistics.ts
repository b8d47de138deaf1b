import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'

export type SpeakerStatistics = {
  /** As in the segments, not translated. */
  name: string
  /** How long the speaker speaks. */
  time: Millis
  /** Of the time of all speakers, 0 to 1. */
  share: number
  segments: number
  /** The start of the longest segment. */
  sample: { start: Millis; end: Millis }
}

/** The longest sample of a voice. */
const MAX_SAMPLE: Millis = 8_000

/** Returns the named speakers in the order in which they first speak. */
export function speakerStatistics(segments: readonly Segment[]): SpeakerStatistics[] {
  const bySpeaker = Map.groupBy(segments, ({ speaker }) => speaker)
  bySpeaker.delete('')
  const speakers = [...bySpeaker].map(([name, spoken]) => ({
    name,
    time: spoken.reduce((sum, segment) => sum + lengthOf(segment), 0),
    segments: spoken.length,
    sample: sampleOf(spoken),
  }))
  const total = speakers.reduce((sum, { time }) => sum + time, 0)
  return speakers.map((speaker) => ({ ...speaker, share: total > 0 ? speaker.time / total : 0 }))
}

const lengthOf = ({ start_time, end_time }: Segment): Millis => Math.max(0, end_time - start_time)

function sampleOf(spoken: readonly Segment[]): SpeakerStatistics['sample'] {
  const longest = spoken.reduce((best, segment) => (lengthOf(segment) > lengthOf(best) ? segment : best))
  return { start: longest.start_time, end: Math.min(longest.end_time, longest.start_time + MAX_SAMPLE) }
}
