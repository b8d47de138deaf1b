import { toPlainText } from '#features/notes/server.ts'
import type { Citation } from './Answer.ts'
import { type SpokenSentence, timesOf } from './sentences.ts'

const MAX_QUOTE_CHARACTERS = 600

type Place = Pick<SpokenSentence, 'recording' | 'segment'>

/** Returns a citation for part of a segment. */
export function toCitation({ recording, segment }: Place, text: string, from: number): Citation {
  return { fileId: recording.fileId, segment, ...timesOf({ segment }, text, from), quote: cutQuote(toPlainText(text)) }
}

/** Returns a quote, cut to 600 characters. */
export const cutQuote = (text: string): string =>
  text.length <= MAX_QUOTE_CHARACTERS ? text : `${text.slice(0, MAX_QUOTE_CHARACTERS).trimEnd()}…`
