import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'
import { redistributeWords } from '../editing/wordTimes.ts'
import { countWordsOf } from '../Segmenter.ts'
import { SENTENCE_END } from '../textPatterns.ts'
import type { Cue } from './cue.ts'
import { parseJsonTranscript } from './parseJsonTranscript.ts'
import { parseSubtitles } from './parseSubtitles.ts'
import { parseTimedText } from './parseTimedText.ts'

/** A paragraph ends with a sentence after this many words, and in any case after the second number. */
const PARAGRAPH_WORDS = 30
const MAX_PARAGRAPH_WORDS = 90
/** A pause of this length ends a paragraph. */
const PARAGRAPH_PAUSE: Millis = 3000
/** The duration of a last passage without an end. */
const LAST_DURATION: Millis = 5000

/**
 * Returns the transcript in a file of another program, as paragraphs within `duration` and with times of words; null when it has no
 * times or is nothing that is known. SRT, WebVTT, texts with times (Otter, Plaud) and JSON (Earshot, Plaud, Whisper, Fireflies and
 * others) are told apart by their content.
 */
export function importTranscript(text: string, duration: Millis): Segment[] | null {
  const cues = parseCues(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'))
  const timed = withEnds(
    cues.toSorted((a, b) => a.start - b.start),
    duration,
  )
  return timed.length === 0 ? null : joinCues(timed).map(toSegment)
}

function parseCues(text: string): Cue[] {
  if (/^\s*[[{]/.test(text)) {
    const document = parseJson(text)
    if (document !== undefined) return parseJsonTranscript(document)
  }
  const subtitles = parseSubtitles(text)
  return subtitles.length > 0 ? subtitles : parseTimedText(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type TimedCue = Cue & { end: Millis }

/** Gives every cue an end, and leaves out those that begin after the recording. */
function withEnds(cues: readonly Cue[], duration: Millis): TimedCue[] {
  return cues.flatMap((cue, n) => {
    if (cue.start < 0 || cue.start >= duration) return []
    const next = cues[n + 1]?.start ?? cue.start + LAST_DURATION
    const end = Math.min(Math.max(cue.end ?? next, cue.start + 1), duration)
    return [{ ...cue, end }]
  })
}

/** Joins the short pieces of one speaker into paragraphs. */
function joinCues(cues: readonly TimedCue[]): TimedCue[][] {
  const paragraphs: TimedCue[][] = []
  let words = 0
  for (const cue of cues) {
    const paragraph = paragraphs.at(-1)
    const last = paragraph?.at(-1)
    const weight = countWordsOf(cue.text)
    const isFull = words + weight > MAX_PARAGRAPH_WORDS || (words >= PARAGRAPH_WORDS && SENTENCE_END.test(last?.text ?? ''))
    if (!paragraph || !last || last.speaker !== cue.speaker || cue.start - last.end >= PARAGRAPH_PAUSE || isFull) {
      paragraphs.push([cue])
      words = weight
    } else {
      paragraph.push(cue)
      words += weight
    }
  }
  return paragraphs
}

function toSegment(cues: readonly TimedCue[], n: number): Segment {
  const [first] = cues
  const speaker = first?.speaker ?? ''
  return {
    id: String(n + 1),
    start_time: first?.start ?? 0,
    end_time: cues.at(-1)?.end ?? 0,
    content: cues.map(({ text }) => text).join(isSpaceless(cues) ? '' : ' '),
    speaker,
    original_speaker: speaker,
    // The words of a cue share its time.
    words: cues.flatMap(({ start, end, text }) => redistributeWords([[start, end, '', 1]], text)),
  }
}

/** Chinese and Japanese are written without spaces between sentences. */
const isSpaceless = (cues: readonly Cue[]): boolean =>
  cues.some(({ text }) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text.replace(/[。！？、」』）]+$/u, '')),
  )
