import type { Millis } from '#shared/units.ts'

/** A piece of text with its time, as subtitles and other programs have it. Without an end it lasts until the next one. */
export type Cue = { readonly start: Millis; readonly end: Millis | null; readonly text: string; readonly speaker: string }

/** A time as other programs write it: `1:06:14`, `06:14`, with `.5` or `,500` behind it. */
export const TIME = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`

/** Returns the time in ms. Throws RangeError for other texts. */
export function parseTime(text: string): Millis {
  const [clock = '', fraction = ''] = text.trim().split(/[.,]/)
  const parts = clock.split(':').map(Number)
  if (parts.length < 2 || parts.length > 3 || parts.some((part) => !Number.isFinite(part)))
    throw new RangeError(`no time: ${text}`)
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0)
  return seconds * 1000 + Math.round(Number(`0.${fraction || 0}`) * 1000)
}

/** A name before a text, `Lena Brandt: …`. Longer beginnings are sentences. */
const SPEAKER_PREFIX = /^(?:>>\s*)?(?<speaker>[\p{L}\p{N}][\p{L}\p{M}\p{N}.'’_ -]{0,39}):\s+(?<text>\S.*)$/su

/** Separates the name of a speaker from the text after it. */
export function splitSpeaker(text: string): { speaker: string; text: string } {
  const groups = SPEAKER_PREFIX.exec(text)?.groups
  const speaker = groups?.['speaker'] ?? ''
  return speaker && speaker.split(/\s+/).length <= 4
    ? { speaker: speaker.trim(), text: groups?.['text'] ?? '' }
    : { speaker: '', text }
}
