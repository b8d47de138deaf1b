import type { Segment } from '#features/files/contract.ts'
import { formatClock } from '#ui/format.ts'

/** A transcript as plain text to be pasted elsewhere: time and speaker, then what was said, an empty line between. */
export function transcriptText(segments: readonly Segment[]): string {
  return segments
    .map(
      ({ start_time, speaker, content }) => `${[formatClock(start_time / 1000), speaker].filter(Boolean).join('  ')}\n${content}`,
    )
    .join('\n\n')
}
