import type { Llm } from '#platform/llm/llm.ts'
import type { SummaryCategory } from '../../contract.ts'
import { coverageOf } from './coverageOf.ts'
import type { Extent } from './coverageOf.ts'
import { mergeNotes } from './mergeNotes.ts'
import type { NoteLine } from './mergeNotes.ts'
import { partsOf } from './partsOf.ts'
import type { Part } from './partsOf.ts'
import { plainText } from './plainText.ts'
import { pointOf } from './pointOf.ts'
import type { Point, Segment, Summary } from './summary.ts'
import { fenced, partInstructions, wholeInstructions } from './summaryPrompts.ts'
import { partSchema, wholeSchema } from './summarySchemas.ts'
import type { CitedText } from './summarySchemas.ts'

export type LlmSummaryOptions = Extent & {
  /** The language to write in: BCP 47 tag, ISO 639-1 code or interface locale. */
  readonly language: string
  readonly signal: AbortSignal
  /** Maximum transcript per call in Latin characters. Four are about one token. The default 14,000 fits models with 8k tokens. */
  readonly partChars?: number | undefined
  /** Called after each part and after the merge. */
  readonly onProgress?: ((progress: { readonly done: number; readonly of: number }) => void) | undefined
}

type Draft = {
  readonly headline: string
  readonly category: SummaryCategory
  readonly overview: NoteLine
  readonly points: readonly NoteLine[]
  readonly actions: readonly NoteLine[]
}

const nothing: Draft = { headline: '', category: 'other', overview: { text: '', segments: [] }, points: [], actions: [] }

/**
 * Returns a summary by a language model that reads the whole transcript. A transcript that does not fit one call is read in
 * parts, and the notes of the parts are merged. Tasks are taken from the parts directly, so that merging cannot lose any.
 * Invalid citations are dropped, and a line without any is marked as unsupported. Rejects with the LlmError of the first
 * failed call.
 */
export async function summarizeWithLlm(llm: Llm, segments: readonly Segment[], options: LlmSummaryOptions): Promise<Summary> {
  const parts = partsOf(segments, options.partChars ?? 14_000)
  const draft = await draftOf(llm, parts, options)
  const wordless = segments.filter((segment) => plainText(segment.text) === '')
  const read = new Set([...parts.flatMap((part) => [...part.segments.values()]), ...wordless].map((segment) => segment.id))
  const overview = pointOf(draft.overview.text, draft.overview.segments)
  return {
    engine: { kind: 'llm', id: llm.id },
    language: options.language,
    headline: plainText(draft.headline),
    category: draft.category,
    overview: overview.text === '' ? null : overview,
    keyphrases: [],
    points: pointsOf(draft.points),
    actions: withoutRepeats(pointsOf(draft.actions)),
    coverage: coverageOf(segments, read, options),
  }
}

async function draftOf(llm: Llm, parts: readonly Part[], options: LlmSummaryOptions): Promise<Draft> {
  const [only] = parts
  if (!only) return nothing
  if (parts.length === 1) {
    const draft = await readWhole(llm, only, options)
    options.onProgress?.({ done: 1, of: 1 })
    return draft
  }
  const points: NoteLine[] = []
  const actions: NoteLine[] = []
  const of = parts.length + 1
  for (const [index, part] of parts.entries()) {
    const notes = await readPart(llm, part, { index, of: parts.length }, options)
    points.push(...notes.points)
    actions.push(...notes.actions)
    options.onProgress?.({ done: index + 1, of })
  }
  const all = points.filter((point) => plainText(point.text) !== '')
  const { language, signal, partChars = 14_000 } = options
  const merged = all.length === 0 ? nothing : await mergeNotes(llm, all, { language, signal, partChars })
  options.onProgress?.({ done: of, of })
  return { ...merged, actions }
}

async function readWhole(llm: Llm, part: Part, { language, signal }: LlmSummaryOptions): Promise<Draft> {
  const { value } = await llm.generate({
    purpose: 'summary',
    instructions: wholeInstructions(language),
    prompt: fenced(part.text),
    schema: wholeSchema([...part.segments.keys()]),
    maxOutputTokens: 2500,
    signal,
  })
  return { ...value, overview: lineOf(value.overview, part), ...linesOf(value, part) }
}

async function readPart(llm: Llm, part: Part, at: { index: number; of: number }, { language, signal }: LlmSummaryOptions) {
  const { value } = await llm.generate({
    purpose: 'part',
    instructions: partInstructions(language, at.index + 1, at.of),
    prompt: fenced(part.text),
    schema: partSchema([...part.segments.keys()]),
    maxOutputTokens: 2000,
    signal,
  })
  return linesOf(value, part)
}

const linesOf = (value: { points: readonly CitedText[]; actions: readonly CitedText[] }, part: Part) => ({
  points: value.points.map((point) => lineOf(point, part)),
  actions: value.actions.map((action) => lineOf(action, part)),
})

const lineOf = ({ text, rests_on }: CitedText, part: Part): NoteLine => ({
  text,
  segments: rests_on.flatMap((number) => part.segments.get(number) ?? []),
})

const pointsOf = (lines: readonly NoteLine[]): Point[] =>
  lines.map((line) => pointOf(line.text, line.segments)).filter((point) => point.text !== '')

/** Removes tasks that repeat an earlier one. */
function withoutRepeats(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) if (!kept.some((other) => similarText(other.text, point.text))) kept.push(point)
  return kept
}

/** Returns true when two lines share at least nine in ten of their words, numbers included. */
function similarText(a: string, b: string): boolean {
  const [wordsA, wordsB] = [wordsOf(a), wordsOf(b)]
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length
  const all = new Set([...wordsA, ...wordsB]).size
  return all > 0 && shared / all >= 0.9
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [text])
