import type { Millis } from '#shared/units.ts'
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

/** Formats a time as `6:14` or `1:06:14`, like the page does. */
export function formatTimestamp(time: Millis): string {
  const totalSeconds = Math.max(0, Math.floor(time / 1000))
  const [h, min, s] = [Math.floor(totalSeconds / 3600), Math.floor(totalSeconds / 60) % 60, totalSeconds % 60]
  const pad = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${pad(min)}:${pad(s)}` : `${min}:${pad(s)}`
}
