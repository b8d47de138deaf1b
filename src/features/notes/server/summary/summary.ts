import type { Millis } from '#shared/units.ts'
import type { SummaryCategory } from '../../contract.ts'

/** One segment of the transcript to summarise. `speaker` is the displayed name, or '' without one. */
export type Segment = {
  readonly id: string
  readonly start: Millis
  readonly end: Millis
  readonly speaker: string
  readonly text: string
  /** True after speech that was not understood. Sentences are not joined with the previous segment then. */
  readonly afterGap?: boolean
}

/** One line of a summary. `segments` are ids in the order of the recording. Without any, `supported` is false. */
export type Point = {
  readonly text: string
  readonly segments: readonly string[]
  readonly start: Millis | null
  readonly speaker: string | null
  readonly supported: boolean
}

/** The span that was read. `share` is 1 only when all speech was understood and every segment was read. */
export type Coverage = { readonly start: Millis; readonly end: Millis; readonly share: number }

export type Summary = {
  readonly engine: { readonly kind: 'extractive' | 'llm'; readonly id: string }
  /** BCP 47 tag of the language the summary is written in. */
  readonly language: string
  readonly headline: string
  readonly category: SummaryCategory
  readonly overview: Point | null
  readonly keyphrases: readonly string[]
  readonly points: readonly Point[]
  readonly actions: readonly Point[]
  readonly coverage: Coverage
}
