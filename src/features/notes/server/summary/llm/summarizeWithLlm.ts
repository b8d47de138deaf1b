import { setImmediate as nextTurn } from 'node:timers/promises'
import { wordOverlap } from '../wordOverlap.ts'
import { type Llm, LlmError } from '#platform/llm/llm.ts'
import type { SpeakerMemo, SummaryCategory, SummaryChapter } from '../../../contract.ts'
import { computeCoverage } from '../summary.ts'
import type { CoverageOptions, Point, Section, Segment, Summary } from '../summary.ts'
import { callSize } from './callSize.ts'
import { type CitationChecker, createCitationChecker } from '../citations.ts'
import { createTitle } from '../extractive/titles/createTitle.ts'
import { createHeadline, guessCategory } from '../extractive/titles/headline.ts'
import { findChapters } from '../extractive/findChapters.ts'
import { findMentions } from '../extractive/mentions/findMentions.ts'
import { type Reading, readTranscript } from '../extractive/readTranscript.ts'
import { computeSilence, computeTalkTime } from '../extractive/talkTime.ts'
import { mergeNotes } from './mergeNotes.ts'
import type { NoteLine, WrittenSections } from './mergeNotes.ts'
import { splitIntoParts } from './splitIntoParts.ts'
import type { Part } from './splitIntoParts.ts'
import { summaryLabelsFor } from '../summaryLabels.ts'
import { toPlainText } from '../plainText.ts'
import { type SummaryTemplate, usedTemplate } from '../template.ts'
import { hasEnoughForTitle, toTitle } from '../title.ts'
import type { Asked } from './prompts.ts'
import { type ChapterTitle, readParts, readWhole, type ReadOptions } from './readParts.ts'
import { type AskedSection, sectionsToWrite } from './sectionsToWrite.ts'
import { smallerWindow } from './smallerWindow.ts'

export type LlmSummaryOptions = CoverageOptions & {
  /** The language to write in: BCP 47 tag, ISO 639-1 code or interface locale. */
  readonly language: string
  /** The spoken language; by default the one to write in. */
  readonly spokenLanguage?: string | undefined
  /** Null or missing for the automatic summary. */
  readonly template?: SummaryTemplate | null | undefined
  /** What the speaker noted while recording. */
  readonly memo?: SpeakerMemo | null | undefined
  readonly signal: AbortSignal
  /** Maximum bytes of transcript per call. By default as much as fits the context. */
  readonly partSize?: number | undefined
  /** Called after each part, and while the sections are generated. */
  readonly onProgress?: ((progress: SummaryProgress) => void) | undefined
}

/** The state of a summary that is being generated. */
export type SummaryProgress = {
  /** The completed sections, in their final form. */
  readonly sections: readonly Section[]
  /** The headings of the sections that are not complete. */
  readonly pending: readonly string[]
  readonly partsRead: number
  readonly parts: number
}

type Draft = {
  readonly headline: string
  readonly category: SummaryCategory
  readonly lines: readonly NoteLine[]
  readonly chapterTitles: readonly ChapterTitle[]
  /** The parts that could not be read. */
  readonly failed: readonly Part[]
  /** Why something is missing: the error of a part, or of the merge. */
  readonly failure: LlmError | undefined
}

/** A summary by a model, and why part of it is missing. */
export type LlmSummary = Summary & { readonly failure: LlmError | undefined }

/**
 * Returns a summary by a language model that reads the whole transcript. A transcript that does not fit one call is read in parts,
 * and the notes of the parts are merged. Tasks, decisions and questions are taken from the parts directly, so that merging cannot
 * lose any. A part that could not be read after retries is missing in the coverage. Each line has the time of the cited words and
 * is marked when its passages do not support it. If the context of the model turns out to be shorter than expected, smaller parts
 * are used. Rejects with an LlmError when nothing could be read, or when nothing was written about more than a few words.
 */
export async function summarizeWithLlm(llm: Llm, segments: readonly Segment[], options: LlmSummaryOptions): Promise<LlmSummary> {
  try {
    return await summarize(llm, segments, options)
  } catch (error) {
    const contextTokens = smallerWindow(llm, error)
    if (contextTokens === null) throw error
    return await summarizeWithLlm({ ...llm, contextTokens }, segments, options)
  }
}

async function summarize(llm: Llm, segments: readonly Segment[], options: LlmSummaryOptions): Promise<LlmSummary> {
  const { language, template = null, memo = null } = options
  // Each of these steps takes a fraction of a second for recordings of several hours. Other requests are served in between.
  const reading = readTranscript(segments, options.spokenLanguage ?? language, options)
  await nextTurn()
  const asked: Asked = { sections: sectionsToWrite(template, summaryLabelsFor(language)), language, template, memo }
  const chapters = findChapters(reading)
  await nextTurn()
  const starts = findChapterStarts(chapters, segments)
  const size = { ...callSize(llm, asked), ...(options.partSize !== undefined && { partSize: options.partSize }) }
  const parts = splitIntoParts(segments, size.partSize)
  const checker = createCitationChecker(reading, language)
  const draft = await createDraft(llm, parts, { asked, size, chapterStarts: new Set(starts.keys()), reading, checker, options })
  const failedIds = new Set(draft.failed.flatMap((part) => [...part.segments.values()]).map(({ id }) => id))
  const written = toPlainText(draft.headline)
  await nextTurn()
  const sections = toSections(draft.lines, asked.sections, checker)
  await nextTurn()
  if (sections.length === 0 && !template && hasEnoughForTitle(segments))
    throw new LlmError(
      'unusable-answer',
      'The language model gave an answer that cannot be used. It wrote nothing about the recording.',
    )
  return {
    engine: { kind: 'llm', id: llm.id },
    language,
    headline: written || headlineOf(reading),
    title: hasEnoughForTitle(segments) ? toTitle(written) : '',
    category: draft.category,
    keyphrases: [],
    coverage: computeCoverage(segments, new Set(segments.map(({ id }) => id).filter((id) => !failedIds.has(id))), options),
    notRead: draft.failed.map(toSpan),
    template: template && usedTemplate(template),
    sections,
    chapters: withTitles(chapters, starts, draft.chapterTitles),
    mentions: findMentions(reading.sentences, reading.speakers, reading.lexicon),
    talkTime: computeTalkTime(segments),
    silence: computeSilence(segments, reading.duration, options.notUnderstood ?? 0),
    failure: draft.failure,
  }
}

const headlineOf = (reading: Reading): string =>
  createHeadline(reading, createTitle(reading.segments, reading.sentences, reading))

type DraftOptions = Omit<ReadOptions, 'signal' | 'onPart' | 'onSections'> & {
  readonly reading: Reading
  readonly checker: CitationChecker
  readonly options: LlmSummaryOptions
}

async function createDraft(llm: Llm, parts: readonly Part[], draftOptions: DraftOptions): Promise<Draft> {
  const { asked, reading, options } = draftOptions
  const [firstPart] = parts
  const empty: Draft = { headline: '', category: 'other', lines: [], chapterTitles: [], failed: [], failure: undefined }
  if (!firstPart) return empty
  const report = createReport(parts.length, draftOptions)
  const onPart = (done: number) => report?.(done, new Map())
  const { size, chapterStarts } = draftOptions
  const readOptions = { asked, size, chapterStarts, signal: options.signal, onPart }
  if (parts.length === 1) {
    const onSections = report && ((written: WrittenSections) => report(1, written))
    return { ...(await readWhole(llm, firstPart, { ...readOptions, onSections })), failed: [], failure: undefined }
  }
  const { lines, ...rest } = await readParts(llm, parts, readOptions)
  const notes = lines.filter(({ text }) => toPlainText(text) !== '')
  const collected = new Set(asked.sections.filter(({ isCollected }) => isCollected).map(({ key }) => key))
  const toMerge = notes.filter(({ section }) => !collected.has(section))
  const kept = new Map([...collected].map((key) => [key, notes.filter(({ section }) => section === key)]))
  const onSections = report && ((written: WrittenSections) => report(parts.length, new Map([...kept, ...written])))
  onSections?.(new Map())
  const { merged, failure } = await tryToMerge(llm, toMerge, { ...draftOptions, onSections })
  return {
    headline: merged?.headline ?? headlineOf(reading),
    category: merged?.category ?? guessCategory(reading.sentences, reading.lexicon.language),
    lines: [...(merged?.lines ?? toMerge), ...notes.filter(({ section }) => collected.has(section))],
    ...rest,
    failure: rest.failure ?? failure,
  }
}

/** Returns a function that reports the read parts and completed sections, or undefined when no callback is given. */
function createReport(parts: number, { asked, checker, options: { onProgress } }: DraftOptions) {
  if (!onProgress) return undefined
  return (partsRead: number, written: WrittenSections) => {
    const [done, pending] = [true, false].map((isWritten) => asked.sections.filter(({ key }) => written.has(key) === isWritten))
    const sections = toSections([...written.values()].flat(), done ?? [], checker)
    onProgress({ sections, pending: (pending ?? []).map(({ heading }) => heading), partsRead, parts })
  }
}

type MergeOptions = DraftOptions & Pick<ReadOptions, 'onSections'>

/** Returns the merged notes; nothing when there are none, and why when the model failed: the notes themselves are the summary then. */ async function tryToMerge(
  llm: Llm,
  notes: readonly NoteLine[],
  { asked, size, options, onSections }: MergeOptions,
) {
  if (notes.length === 0) return {}
  const { signal } = options
  const merging = { ...asked, sections: asked.sections.filter(({ isCollected }) => !isCollected) }
  try {
    return { merged: await mergeNotes(llm, notes, { asked: merging, size, signal, onSections }) }
  } catch (error) {
    if (!(error instanceof LlmError) || error.kind === 'aborted') throw error
    return { failure: error }
  }
}

const toSpan = (part: Part): { start: number; end: number } => {
  const segments = [...part.segments.values()]
  return { start: segments[0]?.start ?? 0, end: segments.reduce((end, segment) => Math.max(end, segment.end), 0) }
}

function toSections(lines: readonly NoteLine[], asked: readonly AskedSection[], checker: CitationChecker): Section[] {
  return asked
    .map(({ key, kind, heading }) => {
      const points = lines.filter(({ section }) => section === key).map((line) => toPoint(line, kind === 'actions', checker))
      return { kind, heading, points: removeRepeats(points.filter(({ text }) => text !== '')) }
    })
    .filter(({ points }) => points.length > 0)
}

function toPoint({ text, segments, owner, due }: NoteLine, isTask: boolean, checker: CitationChecker): Point {
  const point = checker.cite(text, segments, { isTask })
  if (!isTask) return point
  return { ...point, owner: checker.keepOwner(owner, text, segments), due: checker.keepDue(due, segments) }
}

/** Returns the chapters by the segments with which they begin. */
const findChapterStarts = (chapters: readonly SummaryChapter[], segments: readonly Segment[]): Map<Segment, SummaryChapter> =>
  new Map(
    chapters.flatMap((chapter): [Segment, SummaryChapter][] => {
      const segment = segments.findLast(({ start }) => start <= chapter.start_time) ?? segments[0]
      return segment ? [[segment, chapter]] : []
    }),
  )

const MAX_TITLE = 80

/** Returns the chapters with the generated titles, in the language of the summary. */
function withTitles(
  chapters: readonly SummaryChapter[],
  starts: ReadonlyMap<Segment, SummaryChapter>,
  titles: readonly ChapterTitle[],
): SummaryChapter[] {
  const byChapter = new Map(titles.map(({ segment, title }) => [starts.get(segment), toTitle(title).slice(0, MAX_TITLE)]))
  return chapters.map((chapter) => ({ ...chapter, title: byChapter.get(chapter) || chapter.title }))
}

/** Minimum share of common words for a line to count as a repetition. */
const REPEATED = 0.9

/** Removes lines that repeat an earlier one. */
function removeRepeats(points: readonly Point[]): Point[] {
  const unique: Point[] = []
  for (const point of points) if (!unique.some((other) => wordOverlap(other.text, point.text) >= REPEATED)) unique.push(point)
  return unique
}
