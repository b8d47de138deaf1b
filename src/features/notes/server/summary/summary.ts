import type { Millis } from '#shared/units.ts'
import type {
  Difference,
  ModelFailureInfo,
  SectionKind,
  SummaryCategory,
  SummaryChapter,
  SummaryMention,
  TalkTime,
  UsedTemplate,
} from '../../contract.ts'
import { toPlainText } from './plainText.ts'

type SpokenWord = { readonly start: Millis; readonly text: string; readonly confidence?: number }

/** One segment of the transcript to summarise. `speaker` is the displayed name, or '' without one. */
export type Segment = {
  readonly id: string
  readonly start: Millis
  readonly end: Millis
  readonly speaker: string
  readonly text: string
  /** The words with the times at which they start and their confidence; undefined when only the segment has times. */
  readonly words?: readonly SpokenWord[] | undefined
  /** True after speech that was not understood. Sentences are not joined with the previous segment then. */
  readonly afterGap?: boolean
}

/** One line of a summary. `segments` are ids in the order of the recording. Without any, `supported` is false. */
export type Point = {
  readonly text: string
  readonly segments: readonly string[]
  /** The time of the cited words. */
  readonly start: Millis | null
  readonly speaker: string | null
  readonly supported: boolean
  /** The difference from the passages, when known. */
  readonly differs?: Difference
  /** The owner of a task; null when no person was named, and in other lines. */
  readonly owner: string | null
  /** The due date of a task, in the spoken words. */
  readonly due: string | null
}

export type Section = { readonly kind: SectionKind; readonly heading: string; readonly points: readonly Point[] }

/** The span that was read. `share` is 1 only when all speech was understood and every segment was read. */
type Coverage = { readonly start: Millis; readonly end: Millis; readonly share: number }

export type Summary = {
  readonly engine: { readonly kind: 'extractive' | 'llm'; readonly id: string }
  /** Why the configured language model did not write all of it. */
  readonly modelFailure?: ModelFailureInfo
  /** BCP 47 tag of the language of the summary. */
  readonly language: string
  readonly headline: string
  /** A title for the recording; empty when the speech provides none. */
  readonly title: string
  readonly category: SummaryCategory
  readonly keyphrases: readonly string[]
  readonly coverage: Coverage
  /** The passages that could not be read, in the order of the recording. */
  readonly notRead: readonly { readonly start: Millis; readonly end: Millis }[]
  /** Null for the automatic summary. */
  readonly template: UsedTemplate | null
  /** The requested kinds of sections; missing when all were requested. */
  readonly dimensions?: readonly SectionKind[]
  readonly sections: readonly Section[]
  readonly chapters: readonly SummaryChapter[]
  readonly mentions: readonly SummaryMention[]
  readonly talkTime: readonly TalkTime[]
  readonly silence: Millis
}

/** Returns the lines of the sections of one kind. */
export const pointsOf = ({ sections }: Pick<Summary, 'sections'>, kind: SectionKind): Point[] =>
  sections.filter((section) => section.kind === kind).flatMap(({ points }) => points)

const MAX_CITATIONS = 6

/**
 * Returns a line of the summary as plain text, with its citations in the order of the recording. `start` is the time of the quoted
 * words; by default that of the first segment.
 */
export function createPoint(text: string, supportingSegments: readonly Segment[], start?: Millis): Point {
  const cited = [...new Set(supportingSegments)].sort((a, b) => a.start - b.start).slice(0, MAX_CITATIONS)
  const firstCited = cited[0]
  return {
    text: toPlainText(text),
    segments: cited.map((segment) => segment.id),
    start: firstCited ? (start ?? firstCited.start) : null,
    speaker: firstCited ? toPlainText(firstCited.speaker) || null : null,
    supported: firstCited !== undefined,
    owner: null,
    due: null,
  }
}

export type CoverageOptions = {
  readonly duration?: Millis | undefined
  /** Total length of speech that was not understood. */
  readonly notUnderstood?: Millis | undefined
}

/**
 * Returns how much of the speech was read, by its length. When all segments were read, the silence before and after them counts
 * as covered. Otherwise the span ends with the last segment that was read.
 */
export function computeCoverage(segments: readonly Segment[], readIds: ReadonlySet<string>, options: CoverageOptions): Coverage {
  const readSegments = segments.filter((segment) => readIds.has(segment.id))
  const share = computeShare(readSegments, segments, options.notUnderstood ?? 0)
  const lastEnd = (all: readonly Segment[]) => all.reduce((end, segment) => Math.max(end, segment.end), 0)
  if (readSegments.length === segments.length) return { start: 0, end: Math.max(options.duration ?? 0, lastEnd(segments)), share }
  return { start: readSegments[0]?.start ?? 0, end: lastEnd(readSegments), share }
}

function computeShare(readSegments: readonly Segment[], all: readonly Segment[], notUnderstood: Millis): number {
  if (readSegments.length === all.length && notUnderstood === 0) return 1
  const totalDuration = (segments: readonly Segment[]) =>
    segments.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0)
  const total = totalDuration(all) + notUnderstood
  return total === 0 ? 0 : totalDuration(readSegments) / total
}
