import type { Segment } from '#features/files/contract.ts'
import { hours, type Millis } from '#shared/units.ts'

/** The longest recording that can be transcribed. */
export const FIVE_HOURS: Millis = hours(5)
const WORDS = 'we agreed on the budget for the third quarter and Anna will send the plan to all before Friday noon so that'.split(
  ' ',
)
const SPEAKERS = ['Lena Brandt', 'Ben Okafor', 'Anna Weiss']

/** Returns the transcript of a real five-hour recording: paragraphs of 45 words, each word with its time. */
export function fiveHours(): Segment[] {
  const perWord = 400
  const words = FIVE_HOURS / perWord
  return Array.from({ length: words / 45 }, (_, n) => {
    const start = n * 45 * perWord
    const timed = Array.from({ length: 45 }, (__, w): [number, number, string, number] => [
      ...([start + w * perWord, start + w * perWord + 350] as const),
      (WORDS[(n + w) % WORDS.length] ?? '') + (w % 15 === 14 ? '.' : ''),
      0.93,
    ])
    return toSegment(n, { start, end: start + 45 * perWord, speaker: SPEAKERS[n % 3]!, words: timed })
  })
}

/** Returns a transcript of this many words without word times. */
export function manyWords(count: number): Segment[] {
  const [perSegment, duration] = [200, FIVE_HOURS / (count / 200)]
  return Array.from({ length: count / perSegment }, (_, n) => {
    const content = Array.from(
      { length: perSegment },
      (__, w) => `${WORDS[(n * 7 + w) % WORDS.length]}${w % 12 === 11 ? '.' : ''}`,
    )
    return toSegment(n, { start: n * duration, end: (n + 1) * duration, speaker: SPEAKERS[n % 3]!, content: content.join(' ') })
  })
}

/** Returns a transcript that consists of one letter, repeated this many times. */
export const oneLetter = (count: number): Segment[] =>
  Array.from({ length: count / 50_000 }, (_, n) =>
    toSegment(n, { start: n * 1000, end: (n + 1) * 1000, speaker: SPEAKERS[0]!, content: 'a'.repeat(50_000) }),
  )

/** Returns a transcript with one paragraph per speaker, each of which mentions the previous speaker. */
export const manySpeakers = (count: number): Segment[] =>
  Array.from({ length: count }, (_, n) => {
    const content = `Thank you, ${speakerName(Math.max(0, n - 1))}. ${WORDS.join(' ')}.`
    return toSegment(n, { start: n * 5000, end: (n + 1) * 5000, speaker: speakerName(n), content })
  })

const speakerName = (n: number): string => `Ada${n} Lovelace${n}`

type SegmentText = { start: Millis; end: Millis; speaker: string; content?: string; words?: [number, number, string, number][] }

const toSegment = (n: number, { start, end, speaker, content, words }: SegmentText): Segment => ({
  id: `s${n}`,
  start_time: Math.round(start),
  end_time: Math.round(end),
  speaker,
  original_speaker: speaker,
  language: 'en',
  content: content ?? words?.map(([, , text]) => text).join(' ') ?? '',
  ...(words && { words }),
})

/** Returns segments in the format of other programs, with about this many bytes of JSON. */
export function sentSegments(count: number, bytes: number) {
  const rest = Math.max(1, Math.floor(bytes / count) - 70)
  const text = WORDS.join(' ')
    .repeat(Math.ceil(rest / 100))
    .slice(0, rest)
  return Array.from({ length: count }, (_, n) => ({
    start_time: n * 1000,
    end_time: n * 1000 + 900,
    speaker: SPEAKERS[n % 3]!,
    content: text,
  }))
}
