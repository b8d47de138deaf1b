import { z } from 'zod/mini'
import { FileId } from '#features/files/contract.ts'

/** Maximum number of highlights of a recording. */
export const MAX_HIGHLIGHTS = 2000

const HighlightId = z.string().check(z.maxLength(32), z.regex(/^[0-9a-f]{32}$/))

/** A highlighted passage. Times are in ms from the start of the recording, `created_time` is in unix seconds. */
export const Highlight = z.object({
  id: z.string(),
  start_time: z.int(),
  end_time: z.int(),
  /** The words when they were highlighted; empty for a moment without speech. */
  text: z.string(),
  comment: z.string(),
  created_time: z.int(),
})
export type Highlight = z.infer<typeof Highlight>

const MAX_MILLIS = 1_000_000_000
export const HighlightComment = z.string().check(z.maxLength(5000))
export const HighlightInput = z.object({
  /** Chosen by the client, so that a request can be repeated. */
  id: HighlightId,
  start_time: z.int().check(z.minimum(0), z.maximum(MAX_MILLIS)),
  end_time: z.int().check(z.minimum(0), z.maximum(MAX_MILLIS)),
  text: z.string().check(z.maxLength(20_000)),
  comment: z._default(HighlightComment, ''),
})
export type HighlightInput = z.infer<typeof HighlightInput>

export const highlightParams = z.object({ id: FileId, highlight_id: HighlightId })
