import type { Millis } from '#shared/units.ts'
import { isUnspaced, joinTexts } from '../../editing/textUnits.ts'
import { SENTENCE_END } from '../../textPatterns.ts'
import { type Cue, type TimedWord, oneLine } from '../cue.ts'
import { type Row, type ToMillis, confidenceOf } from './rows.ts'

/** A word with its speaker. `raw` begins with a space if words are joined as they are. */
export type SpokenWord = { readonly word: TimedWord; readonly raw: string; readonly speaker: string }

/** A pause of this length ends a passage. */
const PAUSE: Millis = 1500
const MAX_PASSAGE_WORDS = 60

/** Whether the texts of words contain spaces. Without them, words may be tokens or in a script without spaces. */
const hasSpaces = (rows: readonly Row[]): boolean =>
  rows.some(({ isSpacing, text }) => isSpacing && text !== null && text.trim() === '') ||
  rows.filter(({ text }) => text?.startsWith(' ')).length > rows.length * 0.2

/** Punctuation that follows a word without a space. */
const CLOSING = /^[.,!?;:…%)\]}。、，！？；：）」』】》〉”’]+$/u

type TimeOptions = {
  readonly toMs: ToMillis
  readonly isParts?: boolean
  /** The end of the last word when nothing says it. */ readonly end?: Millis | null
}

/** Returns the words with times in ms. Punctuation and tokens are joined with the previous word; words without times follow it. */
export function timeWords(rows: readonly Row[], { toMs, isParts = false, end: lastEnd = null }: TimeOptions): SpokenWord[] {
  const isRaw = hasSpaces(rows)
  const words: SpokenWord[] = []
  const open = new Set<number>()
  let [space, opening] = ['', '']
  for (const row of rows) {
    if (row.isOpening) {
      opening += oneLine(row.text ?? '')
      continue
    }
    const text = (row.text ?? '').replace(/(?=\S)/, opening)
    if (row.isSpacing || text.trim() === '') {
      if (text !== '' && text.trim() === '') space = ' '
      continue
    }
    const raw = isRaw ? space + text : text
    space = ''
    opening = ''
    const before = words.at(-1)
    const length = toMs(row.length)
    const start = toMs(row.start) ?? before?.word[1] ?? 0
    const known = toMs(row.end) ?? (length === null ? null : start + length)
    const end = Math.max(start, known ?? start)
    const isPunctuation = row.isPunctuation || (!isRaw && CLOSING.test(text.trim()))
    const isPart = isParts && isRaw && !/^\s/.test(raw) && !isUnspaced([...raw][0] ?? '')
    if (before && (isPunctuation || isPart)) {
      const [from, to, said, confidence] = before.word
      words[words.length - 1] = {
        ...before,
        raw: before.raw + raw,
        word: [from, isPunctuation ? to : Math.max(to, end), said + text.trim(), confidence],
      }
      continue
    }
    if (known === null && row.start !== null) open.add(words.length)
    words.push({ raw, speaker: row.speaker, word: [start, end, oneLine(text), confidenceOf(row.confidence)] })
  }
  return words.map(({ raw, speaker, word }, n) => ({
    raw: isRaw ? raw : '',
    speaker,
    word: open.has(n) ? withEnd(word, words[n + 1]?.word[0] ?? lastEnd) : word,
  }))
}

/** A word without an end lasts until the next one, but not through a pause. */
const withEnd = ([start, end, text, confidence]: TimedWord, next: Millis | null): TimedWord => [
  start,
  next === null ? end : Math.min(Math.max(end, next), start + PAUSE),
  text,
  confidence,
]

/** Joins words into a text. */
export function joinSpokenWords(words: readonly SpokenWord[]): string {
  if (words.some(({ raw }) => /^\s/.test(raw))) return oneLine(words.map(({ raw }) => raw).join(''))
  const parts: string[] = []
  for (const { word } of words) {
    const before = parts.at(-1)
    if (before === undefined) parts.push(word[2])
    // Joins pair by pair, so that the time is linear.
    else parts.push(joinTexts(before.slice(-20), word[2]).slice(before.slice(-20).trim().length))
  }
  return oneLine(parts.join(''))
}

/** Groups words into passages, which end at a change of speaker, at the end of a sentence, or at a pause. */
export function passagesOf(words: readonly SpokenWord[], place: number, fallbackSpeaker = ''): Cue[] {
  const runs: SpokenWord[][] = []
  for (const each of words) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const ends =
      !run ||
      !last ||
      last.speaker !== each.speaker ||
      each.word[0] - last.word[1] >= PAUSE ||
      run.length >= MAX_PASSAGE_WORDS ||
      SENTENCE_END.test(last.word[2])
    if (ends) runs.push([each])
    else run.push(each)
  }
  return runs.map((run) => toCue(run, place, fallbackSpeaker))
}

/** Splits words at changes of speaker. */
export function splitBySpeaker(words: readonly SpokenWord[], place: number, fallbackSpeaker: string): Cue[] {
  const runs: SpokenWord[][] = []
  for (const each of words) {
    const run = runs.at(-1)
    if (run && run[0]?.speaker === each.speaker) run.push(each)
    else runs.push([each])
  }
  return runs.map((run) => toCue(run, place, fallbackSpeaker))
}

function toCue(run: readonly SpokenWord[], place: number, fallbackSpeaker: string): Cue {
  const [first, last] = [run[0]!, run.at(-1)!]
  return {
    start: first.word[0],
    end: last.word[1],
    text: joinSpokenWords(run),
    place,
    speaker: first.speaker || fallbackSpeaker,
    words: run.map(({ word }) => word),
  }
}
