import { type Millis, seconds } from '#shared/units.ts'
import { isWrittenWithoutSpaces } from '#platform/speech/languages.ts'
import type { Word } from '#platform/speech/speech.ts'

/** A paragraph of confirmed words. Lines are numbered from 0. */
export type LiveLine = { readonly number: number; readonly start: Millis; readonly end: Millis; readonly text: string }

/** A pause of at least this length ends a line. */
const LINE_PAUSE: Millis = seconds(2)
/** After a sentence, a pause of at least this length ends a line. */
const SENTENCE_PAUSE: Millis = 700
/** A line of this many characters ends after a sentence, and one of twice as many after any word. */
const FULL_LINE = 110
const SENTENCE_END = /[.!?…。！？][\p{Pf}\p{Pe}"']*$/u

/** Returns the lines that change when words are appended: the last one, which may grow, and new ones. */
export function appendWords(last: LiveLine | undefined, words: readonly Word[], language: string): LiveLine[] {
  const lines: LiveLine[] = []
  let current = last
  for (const word of words) {
    const [start, end, text] = word
    const isNew = startsNewLine(current, word)
    const line = isNew
      ? { number: (current?.number ?? -1) + 1, start, end, text }
      : { ...current!, end, text: current!.text + separatorOf(language) + text }
    if (!isNew && lines.length > 0) lines.pop()
    lines.push(line)
    current = line
  }
  return lines.map((line) => ({ ...line, start: Math.round(line.start), end: Math.round(line.end) }))
}

/** Returns whether a word begins a line. */
export function startsNewLine(last: LiveLine | undefined, [start]: Word): boolean {
  if (!last) return true
  const pause = start - last.end
  if (pause >= LINE_PAUSE || last.text.length >= 2 * FULL_LINE) return true
  return SENTENCE_END.test(last.text) && (pause >= SENTENCE_PAUSE || last.text.length >= FULL_LINE)
}

/** The separator between two words of this language. */
export const separatorOf = (language: string): string => (isWrittenWithoutSpaces(language) ? '' : ' ')
