import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'

/** Returns a transcript as plain text. Each segment is a line with time and speaker, then its text, then an empty line. */
export function formatTranscript(segments: readonly Pick<Segment, 'start_time' | 'speaker' | 'content'>[]): string {
  return segments
    .map(({ start_time, speaker, content }) => `${[formatTimestamp(start_time), speaker].filter(Boolean).join('  ')}\n${content}`)
    .join('\n\n')
}

/** Formats a time as `6:14` or `1:06:14`, like the page does. */
export function formatTimestamp(time: Millis): string {
  const totalSeconds = Math.max(0, Math.floor(time / 1000))
  const [h, min, s] = [Math.floor(totalSeconds / 3600), Math.floor(totalSeconds / 60) % 60, totalSeconds % 60]
  const pad = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${pad(min)}:${pad(s)}` : `${min}:${pad(s)}`
}
