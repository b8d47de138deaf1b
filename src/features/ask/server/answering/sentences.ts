import { createLexicon, findSpokenTime, hasNumber, type Lexicon } from '#features/notes/server.ts'
import type { Millis } from '#shared/units.ts'
import { type ComparableText, toComparable } from '../question/matchWords.ts'
import { type Sources, type SourceSegment, segmentsOf } from '../sources/Sources.ts'

/** A sentence of a transcript, verbatim. */
export type SpokenSentence = SourceSegment & {
  readonly text: string
  readonly from: number
  readonly comparable: ComparableText
  readonly isQuestion: boolean
}

/** Matches the end of a question in any of the ten languages. Japanese and Korean questions often end without a question mark. */
const QUESTION_END = /[?？]["'”’»」』)]*$|(?:か|かね|かな|까|나요)[。.]?$/u

/** Returns the sentences of all segments that are read. Words are folded by `lexicon`, that of the question. */
export function sentencesOf(sources: Pick<Sources, 'recordings'>, lexicon: Lexicon): SpokenSentence[] {
  const lexicons = new Map<string, Lexicon>()
  const lexiconOf = (language: string) => {
    const known = lexicons.get(language) ?? createLexicon(language)
    lexicons.set(language, known)
    return known
  }
  return segmentsOf(sources).flatMap((source) =>
    splitSegment(source.segment.text, lexiconOf(source.recording.language)).map(({ text, from }) => ({
      ...source,
      text,
      from,
      comparable: toComparable(text, lexicon),
      isQuestion: QUESTION_END.test(text),
    })),
  )
}

/** Returns the sentences of a text with their offsets. */
export function splitSegment(content: string, { splitSentences }: Lexicon): { text: string; from: number }[] {
  let offset = 0
  return splitSentences(content).flatMap((part) => {
    const from = offset + part.length - part.trimStart().length
    offset += part.length
    const text = part.trim()
    return text === '' ? [] : [{ text, from }]
  })
}

/** Returns the time of part of a segment: from its words, or estimated from its position in the text. */
export function timesOf({ segment }: Pick<SourceSegment, 'segment'>, text: string, from: number): { start: Millis; end: Millis } {
  const length = Math.max(1, segment.text.length)
  const share = (offset: number) => Math.round(segment.start + ((segment.end - segment.start) * offset) / length)
  const spoken = findSpokenTime(text, segment)
  const start = spoken !== null && spoken >= segment.start && spoken <= segment.end ? Math.round(spoken) : share(from)
  const after = segment.text.slice(from + text.length).trim()
  const next = after === '' ? null : findSpokenTime(after.slice(0, 60), segment)
  const end = next !== null && next > start ? Math.round(next) : share(from + text.length)
  return { start, end: Math.min(Math.max(end, start + 1), Math.max(segment.end, start + 1)) }
}

/** Returns the names of weekdays and months in a language, folded by `toComparable`. */
export function namesOfDays(language: string): readonly string[] {
  const locale = Intl.DateTimeFormat.supportedLocalesOf([language.replaceAll('_', '-') || 'en'])[0] ?? 'en'
  const format = (options: Intl.DateTimeFormatOptions, date: number) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date).toLowerCase()
  const day = 86_400_000
  return [
    ...Array.from({ length: 7 }, (_, n) => format({ weekday: 'long' }, n * day)),
    ...Array.from({ length: 12 }, (_, n) => format({ month: 'long' }, (n * 30 + 15) * day)),
  ]
}

/** Returns whether a sentence contains a number. */
export const namesNumber = (text: string, lexicon: Lexicon): boolean => /\d/.test(text) || hasNumber(text, lexicon)
