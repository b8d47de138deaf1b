import type { Llm } from '#platform/llm/llm.ts'
import type { SummaryCategory } from '../../../contract.ts'
import { computeCoverage, createPoint } from '../summary.ts'
import type { CoverageOptions, Point, Segment, Summary } from '../summary.ts'
import { mergeNotes } from './mergeNotes.ts'
import type { NoteLine } from './mergeNotes.ts'
import { splitIntoParts } from './splitIntoParts.ts'
import type { Part } from './splitIntoParts.ts'
import { summaryLabelsFor } from '../labels/summaryLabelsFor.ts'
import { toPlainText } from '../plainText.ts'
import { hasEnoughForTitle, toTitle } from '../title.ts'
import { wrapInFence, partInstructions, wholeInstructions, partSchema, wholeSchema } from './prompts.ts'
import type { CitedText } from './prompts.ts'

export type LlmSummaryOptions = CoverageOptions & {
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

const EMPTY_DRAFT: Draft = { headline: '', category: 'other', overview: { text: '', segments: [] }, points: [], actions: [] }

/**
 * Returns a summary by a language model that reads the whole transcript. A transcript that does not fit one call is read in
 * parts, and the notes of the parts are merged. Tasks are taken from the parts directly, so that merging cannot lose any.
 * Invalid citations are dropped, and a line without any is marked as unsupported. Rejects with the LlmError of the first
 * failed call.
 */
export async function summarizeWithLlm(llm: Llm, segments: readonly Segment[], options: LlmSummaryOptions): Promise<Summary> {
  const parts = splitIntoParts(segments, options.partChars ?? 14_000)
  const draft = await createDraft(llm, parts, options)
  const emptySegments = segments.filter((segment) => toPlainText(segment.text) === '')
  const readIds = new Set(
    [...parts.flatMap((part) => [...part.segments.values()]), ...emptySegments].map((segment) => segment.id),
  )
  const labels = summaryLabelsFor(options.language)
  const headline = toPlainText(draft.headline)
  return {
    engine: { kind: 'llm', id: llm.id },
    language: options.language,
    headline,
    title: hasEnoughForTitle(segments) ? toTitle(headline) : '',
    category: draft.category,
    keyphrases: [],
    coverage: computeCoverage(segments, readIds, options),
    template: null,
    sections: [
      { kind: 'overview' as const, heading: labels.overview, points: createPoints([draft.overview]) },
      { kind: 'points' as const, heading: labels.keyPoints, points: createPoints(draft.points) },
      { kind: 'actions' as const, heading: labels.actions, points: removeRepeats(createPoints(draft.actions)) },
    ].filter(({ points }) => points.length > 0),
    chapters: [],
    mentions: [],
    talkTime: [],
    silence: 0,
  }
}

async function createDraft(llm: Llm, parts: readonly Part[], options: LlmSummaryOptions): Promise<Draft> {
  const [firstPart] = parts
  if (!firstPart) return EMPTY_DRAFT
  if (parts.length === 1) {
    const draft = await readWhole(llm, firstPart, options)
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
  const nonEmptyPoints = points.filter((point) => toPlainText(point.text) !== '')
  const { language, signal, partChars = 14_000 } = options
  const merged =
    nonEmptyPoints.length === 0 ? EMPTY_DRAFT : await mergeNotes(llm, nonEmptyPoints, { language, signal, partChars })
  options.onProgress?.({ done: of, of })
  return { ...merged, actions }
}

async function readWhole(llm: Llm, part: Part, { language, signal }: LlmSummaryOptions): Promise<Draft> {
  const { value } = await llm.generate({
    purpose: 'summary',
    instructions: wholeInstructions(language),
    prompt: wrapInFence(part.text),
    schema: wholeSchema([...part.segments.keys()]),
    maxOutputTokens: 2500,
    signal,
  })
  return { ...value, overview: resolveLine(value.overview, part), ...resolveLines(value, part) }
}

async function readPart(llm: Llm, part: Part, position: { index: number; of: number }, { language, signal }: LlmSummaryOptions) {
  const { value } = await llm.generate({
    purpose: 'part',
    instructions: partInstructions(language, position.index + 1, position.of),
    prompt: wrapInFence(part.text),
    schema: partSchema([...part.segments.keys()]),
    maxOutputTokens: 2000,
    signal,
  })
  return resolveLines(value, part)
}

const resolveLines = (value: { points: readonly CitedText[]; actions: readonly CitedText[] }, part: Part) => ({
  points: value.points.map((point) => resolveLine(point, part)),
  actions: value.actions.map((action) => resolveLine(action, part)),
})

const resolveLine = ({ text, rests_on }: CitedText, part: Part): NoteLine => ({
  text,
  segments: rests_on.flatMap((number) => part.segments.get(number) ?? []),
})

const createPoints = (lines: readonly NoteLine[]): Point[] =>
  lines.map((line) => createPoint(line.text, line.segments)).filter((point) => point.text !== '')

/** Removes tasks that repeat an earlier one. */
function removeRepeats(points: readonly Point[]): Point[] {
  const unique: Point[] = []
  for (const point of points) if (!unique.some((other) => isSimilarText(other.text, point.text))) unique.push(point)
  return unique
}

/** Returns true when two lines share at least nine in ten of their words, numbers included. */
function isSimilarText(a: string, b: string): boolean {
  const [wordsA, wordsB] = [toWordSet(a), toWordSet(b)]
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length
  const allWords = new Set([...wordsA, ...wordsB]).size
  return allWords > 0 && shared / allWords >= 0.9
}

const toWordSet = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [text])
