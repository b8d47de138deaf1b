import type { Marks, SearchMoment } from '../../contract.ts'
import { tokenize } from '../words/tokenize.ts'
import type { Span } from '../indexing/passages.ts'
import { type Hit, findHits, toMarks } from './findMarks.ts'
import type { Term } from './parseQuery.ts'
import type { FoundPassage } from './storeSearch.ts'

/** Maximum length of the text of a moment, in UTF-16 units. */
const WINDOW = 240
/** Text kept before the first mark when not all of it fits. */
const BEFORE = 60

/** A moment without the fields that require its recording. */
export type PassageMoment = Omit<SearchMoment, 'speaker_index'>

/** Returns the moment of a passage: the segment or line with the most matches, and the text around the first one. */
export function toMoment(
  { kind, ref, note_name, body, spans }: Pick<FoundPassage, 'kind' | 'ref' | 'note_name' | 'body' | 'spans'>,
  terms: readonly Term[],
  speakers: readonly string[] = [],
): PassageMoment {
  const parts = spans.map((span, index) => ({ span, from: span[0], to: endOfSpan(spans, index, body) }))
  const hits = findHits(body, tokenize(body), terms)
  const part = choosePart(parts, hits, speakers)
  const [, start, end, speaker, segment] = part?.span ?? ([0, null, null, '', ''] as const)
  const window = cutWindow(body, part ?? { from: 0, to: body.length }, hits)
  return {
    kind,
    start_ms: start,
    end_ms: end,
    speaker: speaker || null,
    segment_id: segment || null,
    note_id: ref || null,
    note_name,
    by_meaning: false,
    ...window,
  }
}

/** Returns the moment of a passage found by its meaning: its longest segment, without marks. */
export function toSimilarMoment(passage: Parameters<typeof toMoment>[0], speakers: readonly string[] = []): PassageMoment {
  const { body, spans } = passage
  const lengthOf = (span: Span) => endOfSpan(spans, spans.indexOf(span), body) - span[0]
  const spoken = spans.filter(([, , , speaker]) => speakers.length === 0 || speakers.includes(speaker))
  const [span] = (spoken.length > 0 ? spoken : spans).toSorted((a, b) => lengthOf(b) - lengthOf(a))
  if (!span) return { ...toMoment(passage, []), by_meaning: true }
  const text = body.slice(span[0], span[0] + lengthOf(span))
  return { ...toMoment({ ...passage, body: text, spans: [[0, span[1], span[2], span[3], span[4]]] }, []), by_meaning: true }
}

type Part = { span: Span; from: number; to: number }

const endOfSpan = (spans: readonly Span[], index: number, body: string): number => {
  const next = spans[index + 1]
  return next ? next[0] - 1 : body.length
}

/** Returns the part in which most terms begin, the earliest if several do; with speakers, one spoken by them. */
function choosePart(parts: readonly Part[], hits: readonly Hit[], speakers: readonly string[]): Part | undefined {
  const spoken = parts.filter(({ span }) => speakers.length === 0 || speakers.includes(span[3]))
  const counted = (spoken.length > 0 ? spoken : parts).map((part) => {
    const own = hits.filter(({ from }) => from >= part.from && from < part.to)
    return { part, terms: new Set(own.map(({ term }) => term)).size }
  })
  return counted.toSorted((a, b) => b.terms - a.terms)[0]?.part
}

/** Returns whole words around the first match in a part, and the positions of all matches in them. */
function cutWindow(
  body: string,
  { from, to }: { from: number; to: number },
  hits: readonly Hit[],
): Pick<SearchMoment, 'text' | 'marks' | 'is_cut_before' | 'is_cut_after'> {
  const own = hits.filter((hit) => hit.from >= from && hit.from < to)
  const first = own[0]?.from ?? from
  const wantedStart = to - from <= WINDOW ? from : Math.max(from, Math.min(first - BEFORE, to - WINDOW))
  const start = wantedStart === from ? from : Math.min(first, nextWord(body, wantedStart))
  const wantedEnd = Math.min(to, start + WINDOW)
  const end = wantedEnd === to ? to : Math.max(lastWord(body, wantedEnd, start), Math.min(own[0]?.to ?? start, start + WINDOW))
  const marks = toMarks(own)
    .filter(([a]) => a >= start && a < end)
    .map(([a, b]): [number, number] => [a - start, Math.min(b, end) - start])
  return { text: body.slice(start, end), marks, is_cut_before: start > from, is_cut_after: end < to }
}

/** How far a word boundary is searched. Scripts without spaces are cut between characters. */
const WORD_REACH = 30

function nextWord(text: string, index: number): number {
  const space = text.slice(index, index + WORD_REACH).search(/\s/)
  return space >= 0 ? index + space + 1 : betweenCharacters(text, index)
}

function lastWord(text: string, index: number, start: number): number {
  if (/\s/.test(text[index] ?? ' ')) return index
  const space = text.slice(Math.max(start, index - WORD_REACH), index).search(/\s\S*$/)
  return space >= 0 ? Math.max(start, index - WORD_REACH) + space : betweenCharacters(text, index)
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns the index at which the character at this index begins. */
const betweenCharacters = (text: string, index: number): number => graphemes.segment(text).containing(index)?.index ?? index

/** Returns the marks of terms in a title. */
export const marksOf = (text: string, terms: readonly Term[]): Marks => toMarks(findHits(text, tokenize(text), terms))
