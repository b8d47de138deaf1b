import type { Millis } from '#kit/units.ts'
import type { Segment } from '#features/files/contract.ts'

type Word = readonly [startMs: Millis, endMs: Millis, text: string, confidence: number]
/** Puts the words of one language together into text. */
export type Join = (words: readonly Word[], language: string) => string
export type Heard = { readonly start: Millis; readonly end: Millis; readonly language: string; readonly words: readonly Word[] }

/** A segment ends with a sentence once it is this long … */
const ENOUGH: Millis = 4_000
/** … with a clause once it is this long, and at any word beyond the third. */
const LONG: Millis = 14_000
const TOO_LONG: Millis = 20_000
/** A pause as long as this ends a segment wherever it falls. */
const PAUSE: Millis = 1_200

const SENTENCE_END = /[.!?…。！？]["'”’»」』)\]]*$/u
const CLAUSE_END = /[,;:，、；：—–-]["'”’»」』)\]]*$/u

/** Cuts what was heard into segments a person reads at a glance: whole sentences, never across a long pause. */
export function segmentsOf(windows: readonly Heard[], join: Join): Segment[] {
  const segments: Segment[] = []
  for (const { words, language } of windows) {
    let open: Word[] = []
    const close = () => {
      if (open.length > 0) segments.push(segment(segments.length, open, language, join))
      open = []
    }
    words.forEach((word, at) => {
      open.push(word)
      if (endsSegment(open, words[at + 1])) close()
    })
    close()
  }
  return segments
}

function endsSegment(open: readonly Word[], next: Word | undefined): boolean {
  const first = open[0]
  const last = open.at(-1)
  if (!first || !last || !next) return true
  const length = last[1] - first[0]
  if (next[0] - last[1] >= PAUSE || length >= TOO_LONG) return true
  if (SENTENCE_END.test(last[2])) return length >= ENOUGH
  return length >= LONG && CLAUSE_END.test(last[2])
}

/** A transcript as plain text: time and speaker, then what was said, an empty line between. */
export function plainTranscript(segments: readonly Pick<Segment, 'start_time' | 'speaker' | 'content'>[]): string {
  return segments
    .map(({ start_time, speaker, content }) => `${[clockTime(start_time), speaker].filter(Boolean).join('  ')}\n${content}`)
    .join('\n\n')
}

/** `6:14`, `1:06:14`: the same as the page shows. */
function clockTime(at: Millis): string {
  const whole = Math.max(0, Math.floor(at / 1000))
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`
}

function segment(n: number, words: readonly Word[], language: string, join: Join): Segment {
  return {
    id: String(n + 1),
    start_time: Math.round(words[0]?.[0] ?? 0),
    end_time: Math.round(words.at(-1)?.[1] ?? 0),
    content: join(words, language),
    speaker: '',
    original_speaker: '',
    language,
    words: words.map(([start, end, text, confidence]) => [
      Math.round(start),
      Math.round(end),
      text,
      Math.round(confidence * 1000) / 1000,
    ]),
  }
}
