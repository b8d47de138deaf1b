import type { SpokenSegment } from '#features/notes/server.ts'
import type { Millis } from '#shared/units.ts'

/** A place in a recording with its words. */
export type Citation = {
  readonly fileId: string
  readonly segment: SpokenSegment
  readonly start: Millis
  readonly end: Millis
  readonly quote: string
}

/** A sentence of an answer in plain text. `isRelated` is set for one about the matter that does not answer the question. */
export type Sentence = { readonly text: string; readonly isRelated: boolean; readonly citations: readonly Citation[] }

/** An answer as it is written. `missing` is what the recordings do not say: null for nothing, '' for nothing in particular. */
export type Written = { readonly sentences: readonly Sentence[]; readonly missing: string | null; readonly leftOut: number }
