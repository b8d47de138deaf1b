import type { SpokenSegment } from '#features/notes/server.ts'
import type { Millis } from '#shared/units.ts'

/** A passage of a recording with its words. */
export type Citation = {
  readonly fileId: string
  readonly segment: SpokenSegment
  readonly start: Millis
  readonly end: Millis
  readonly quote: string
}

/** A sentence of an answer in plain text. `isRelated`: it concerns the subject but does not answer the question. */
export type Sentence = { readonly text: string; readonly isRelated: boolean; readonly citations: readonly Citation[] }

/** A generated answer. `missing` is what the recordings do not say: null for nothing, '' when it cannot be named. */
export type Written = { readonly sentences: readonly Sentence[]; readonly missing: string | null; readonly leftOut: number }
