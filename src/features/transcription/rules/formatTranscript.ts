import { formatTimestamp } from '#shared/timestamp.ts'
import type { Segment } from '#features/files/contract.ts'

/**
 * Returns a transcript as plain text, with an empty line between segments. Each starts with a line for time and speaker; without
 * times, the speaker precedes the text.
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

/** Returns the prefix of a text with the name of its speaker; empty without a name. */
export const formatSpeaker = (speaker: string): string => speaker && `${speaker}: `
