import { normalizeText } from '#shared/normalizeText.ts'
import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'
import type { NoteLines } from '#features/notes/server.ts'
import { hasNoSpaces } from '../words/tokenize.ts'

/** A segment or line within the text of a passage: its offset, times, speaker and segment; '' for none. */
export type Span = readonly [offset: number, start: Millis | null, end: Millis | null, speaker: string, segment: string]

export type PassageKind = 'transcript' | 'summary' | 'note' | 'highlight'

/** A text that is indexed as a unit: quoted words match only within one passage. */
export type Passage = {
  readonly kind: PassageKind
  /** The id of the note, or ''. */
  readonly ref: string
  readonly n: number
  readonly noteName: string
  readonly speakers: readonly string[]
  readonly body: string
  readonly spans: readonly Span[]
}

/** A passage of a transcript ends at this number of words. Two characters of a script without spaces count as one word. */
const PASSAGE_WORDS = 100
/** A segment that would make a longer passage starts the next one. */
const PASSAGE_MAX_WORDS = 140
/** Longer texts are split. */
const PIECE_CHARACTERS = 1200

/** Returns the passages of a transcript: runs of whole segments of about 100 words. */
export function transcriptPassages(segments: readonly Segment[]): Passage[] {
  const passages: Passage[] = []
  let [body, spans, words]: [string, Span[], number] = ['', [], 0]
  const close = () => {
    if (body === '') return
    const speakers = [...new Set(spans.map(([, , , speaker]) => speaker))].filter((speaker) => speaker !== '')
    passages.push({ kind: 'transcript', ref: '', n: passages.length, noteName: '', speakers, body, spans })
    ;[body, spans, words] = ['', [], 0]
  }
  for (const segment of segments) {
    if (segment.not_understood) continue
    for (const text of splitText(segment.content)) {
      const count = countWords(text)
      if (words + count > PASSAGE_MAX_WORDS) close()
      if (body !== '') body += '\n'
      spans.push([body.length, segment.start_time, segment.end_time, segment.speaker, segment.id])
      body += text
      words += count
      if (words >= PASSAGE_WORDS) close()
    }
  }
  close()
  return passages
}

/** Returns the passages of notes: one per line. */
export const notePassages = (notes: readonly NoteLines[]): Passage[] =>
  notes.flatMap(({ kind, noteId, name, lines }) =>
    lines
      .flatMap(({ text, start, end, speaker }) => splitText(text).map((body) => ({ body, start, end, speaker: speaker ?? '' })))
      .map(({ body, start, end, speaker }, n) => ({
        kind,
        ref: noteId,
        n,
        noteName: kind === 'note' ? name : '',
        speakers: speaker === '' ? [] : [speaker],
        body,
        spans: [[0, start, end, speaker, ''] as const],
      })),
  )

/** Splits a text into pieces of whole words, normalized and without line breaks. */
function splitText(text: string): string[] {
  const pieces: string[] = []
  for (let rest = text.replaceAll(/\s+/g, ' ').trim(); rest !== '';) {
    const space = rest.length > PIECE_CHARACTERS ? rest.lastIndexOf(' ', PIECE_CHARACTERS) : -1
    const end = rest.length <= PIECE_CHARACTERS ? rest.length : space > 0 ? space : cutBetweenCharacters(rest)
    pieces.push(normalizeText(rest.slice(0, end), 'NFC'))
    rest = rest.slice(end).trimStart()
  }
  return pieces
}

const cutBetweenCharacters = (text: string): number =>
  /[\ud800-\udbff]/.test(text[PIECE_CHARACTERS - 1] ?? '') ? PIECE_CHARACTERS - 1 : PIECE_CHARACTERS

const countWords = (text: string): number =>
  text.split(' ').reduce((sum, word) => sum + (hasNoSpaces(word) ? Math.max(1, word.length / 2) : 1), 0)
