import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import { splitIntoUnits } from '../editing/textUnits.ts'
import { countWordsOf } from '../Segmenter.ts'
import { SENTENCE_END } from '../textPatterns.ts'
import { alignWords, shareTime } from './alignWords.ts'
import type { Cue, TimedWord } from './cue.ts'
import type { ImportReport } from './ImportReport.ts'

/** A paragraph ends at the end of a sentence after this many words, or after the second number in any case. */
const PARAGRAPH_WORDS = 30
const MAX_PARAGRAPH_WORDS = 90
/** A longer passage of a file is split, because pages display and edit whole paragraphs. */
const MAX_PASSAGE_WORDS = 500
/** A pause of this length ends a paragraph. */
const PARAGRAPH_PAUSE: Millis = 3000
/** The duration of a last passage without an end. */
const LAST_DURATION: Millis = 5000

type TimedCue = Cue & { end: Millis }

/** Joins cues into paragraphs within the recording, each with one speaker and word times. */
export function toSegments(cues: readonly Cue[], duration: Millis, report: ImportReport): Segment[] {
  const sorted = cues.toSorted((a, b) => a.start - b.start)
  const timed = withEnds(shareStarts(sorted), duration, report)
  return joinCues(timed.flatMap(splitLongCue)).map(toSegment)
}

/** Passages with the same time and no end, as in meeting notes with a time every five minutes, divide the time. */
function shareStarts(cues: readonly Cue[]): Cue[] {
  const result: Cue[] = []
  for (let at = 0; at < cues.length;) {
    const { start } = cues[at]!
    let to = at + 1
    while (to < cues.length && cues[to]!.start === start) to++
    const group = cues.slice(at, to)
    const next = cues[to]?.start ?? start + LAST_DURATION * group.length
    const total = group.reduce((sum, { text }) => sum + text.length, 0)
    const isOpen = group.length > 1 && group.every(({ end }) => end === null)
    let length = 0
    for (const cue of group) {
      const from = isOpen ? Math.round(start + ((next - start) * length) / total) : start
      length += cue.text.length
      result.push(isOpen ? { ...cue, start: from, end: Math.round(start + ((next - start) * length) / total) } : cue)
    }
    at = to
  }
  return result
}

/** Sets missing ends, and leaves out cues that begin after the end of the recording. */
function withEnds(cues: readonly Cue[], duration: Millis, report: ImportReport): TimedCue[] {
  return cues.flatMap((cue, n) => {
    if (cue.start >= duration) {
      report.leaveOut('afterEnd', cue.place, cue.text)
      return []
    }
    const start = Math.max(0, cue.start)
    if (cue.start < 0 || (cue.end !== null && cue.end < cue.start)) report.leaveOut('movedTime', cue.place)
    const next = cues[n + 1]?.start ?? start + LAST_DURATION
    const end = Math.min(Math.max(cue.end ?? next, start + 1), duration)
    return [{ ...cue, start, end }]
  })
}

/** Splits a very long passage at the ends of sentences. */
function splitLongCue(cue: TimedCue): TimedCue[] {
  if (cue.text.length < MAX_PASSAGE_WORDS * 2 || countWordsOf(cue.text) <= MAX_PASSAGE_WORDS) return [cue]
  const words = wordsOf(cue)
  const parts: TimedWord[][] = []
  let weight = 0
  for (const word of words) {
    const last = parts.at(-1)?.at(-1)
    if (!last || weight >= MAX_PASSAGE_WORDS || (weight >= MAX_PASSAGE_WORDS / 2 && SENTENCE_END.test(last[2]))) {
      parts.push([])
      weight = 0
    }
    parts.at(-1)!.push(word)
    weight += countWordsOf(word[2])
  }
  const texts = textsOfParts(cue.text, parts)
  return parts.map((part, n) => ({
    ...cue,
    start: n === 0 ? cue.start : part[0]![0],
    end: n === parts.length - 1 ? cue.end : part.at(-1)![1],
    text: texts[n] ?? '',
    words: part,
  }))
}

/** Returns the text of each part, without losing any text between them. */
function textsOfParts(text: string, parts: readonly (readonly TimedWord[])[]): string[] {
  const starts: number[] = []
  let at = 0
  for (const part of parts) {
    const found = text.indexOf(part[0]![2], at)
    starts.push(starts.length === 0 ? 0 : Math.max(found, at))
    for (const [, , word] of part) {
      const index = text.indexOf(word, at)
      at = index < 0 || index - at > 100 ? at + word.length : index + word.length
    }
  }
  return starts.map((from, n) => text.slice(from, starts[n + 1] ?? text.length).trim())
}

/** Joins short cues of one speaker into paragraphs. */
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
    end_time: cues.reduce((latest, { end }) => Math.max(latest, end), 0),
    content: joinText(cues),
    speaker,
    original_speaker: speaker,
    words: inOrder(cues.flatMap(wordsOf)),
  }
}

/** Cues may overlap, but the times of words must not decrease. */
function inOrder(words: readonly TimedWord[]): TimedWord[] {
  let latest = 0
  return words.map(([start, end, text, confidence]) => {
    latest = Math.max(latest, start)
    return [latest, Math.max(latest, end), text, confidence]
  })
}

const HAN_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{P}\p{S}]*$/u
const HAN_START = /^[\p{P}\p{S}]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Chinese and Japanese are written without spaces between sentences. */
function joinText(cues: readonly Cue[]): string {
  const parts: string[] = []
  for (const [n, { text }] of cues.entries()) {
    const before = cues[n - 1]?.text ?? ''
    const isSpaceless = HAN_END.test(before.slice(-20)) && HAN_START.test(text.slice(0, 20))
    parts.push(n === 0 || isSpaceless ? text : ` ${text}`)
  }
  return parts.join('')
}

/** Returns the words of a cue with the times in the file, or with estimated ones. */
function wordsOf({ start, end, text, words }: TimedCue): TimedWord[] {
  if (!words)
    return shareTime(
      splitIntoUnits(text).map((unit) => unit.text),
      start,
      end,
    )
  const within = words.map(([from, to, word, confidence]): TimedWord => {
    const at = Math.min(Math.max(Math.round(from), 0), end)
    return [at, Math.min(Math.max(Math.round(to), at), end), word, confidence]
  })
  const isSame =
    within
      .map(([, , word]) => word)
      .join('')
      .replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')
  return isSame ? within : alignWords(within, { text, start, end })
}
