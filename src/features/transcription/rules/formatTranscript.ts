import { formatTimestamp } from '#shared/timestamp.ts'
import type { Segment } from '#features/files/contract.ts'

/**
 * Returns a transcript as plain text, with an empty line between segments. Each is a line with time and speaker, then its text;
 * without times, the speaker stands before the text.
 */
export function formatTranscript(
  segments: readonly Pick<Segment, 'start_time' | 'speaker' | 'content'>[],
  { hasTimes = true }: { hasTimes?: boolean } = {},
): string {
  return segments
    .map(({ start_time, speaker, content }) =>
      hasTimes
        ? `${[formatTimestamp(start_time), speaker].filter(Boolean).join('  ')}\n${content}`
        : `${formatSpeaker(speaker)}${content}`,
    )
    .join('\n\n')
}

/** Returns the name of a speaker as it stands before a text; nothing without a name. */
export const formatSpeaker = (speaker: string): string => speaker && `${speaker}: `
