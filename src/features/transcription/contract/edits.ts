import { z } from 'zod/mini'

/** Maximum number of operations in one edit. */
const MAX_OPERATIONS = 500
/** Maximum length of the name of a speaker. */
export const MAX_SPEAKER_NAME = 255
/** Maximum length of the text of a segment. */
const MAX_CONTENT = 100_000
/** Maximum length of the text that is searched for, and of its replacement. */
const MAX_REPLACEMENT = 1000

const segmentId = z.string().check(z.maxLength(200))
const segmentIds = z.array(segmentId).check(z.minLength(1), z.maxLength(10_000))
const speakerName = z.string().check(z.maxLength(MAX_SPEAKER_NAME))

/** What a person does to a transcript. An operation on a segment that no longer exists does nothing. */
export const EditOperation = z.discriminatedUnion('kind', [
  /** Words that stay keep their times. An empty text deletes the segment. */
  z.object({ kind: z.literal('setText'), segment: segmentId, content: z.string().check(z.maxLength(MAX_CONTENT)) }),
  /** Splits at this index of the text. The first part keeps the id. */
  z.object({ kind: z.literal('split'), segment: segmentId, at: z.int().check(z.minimum(0), z.maximum(MAX_CONTENT)) }),
  /** Appends the next segment. */
  z.object({ kind: z.literal('merge'), segment: segmentId }),
  z.object({ kind: z.literal('delete'), segments: segmentIds }),
  z.object({ kind: z.literal('setSpeaker'), segments: segmentIds, speaker: speakerName }),
  /** Renames a speaker everywhere. A name that another speaker has merges the two. */
  z.object({ kind: z.literal('renameSpeaker'), from: speakerName, to: speakerName }),
  z.object({
    kind: z.literal('replaceAll'),
    find: z.string().check(z.minLength(1), z.maxLength(MAX_REPLACEMENT)),
    replace: z.string().check(z.maxLength(MAX_REPLACEMENT)),
    match_case: z.boolean(),
    whole_word: z.boolean(),
  }),
  /** Restores the machine's version of a segment, and of the segments with which it was merged or from which it was split. */
  z.object({ kind: z.literal('revert'), segment: segmentId }),
])
export type EditOperation = z.infer<typeof EditOperation>
export const EditOperations = z.array(EditOperation).check(z.minLength(1), z.maxLength(MAX_OPERATIONS))

/** A change of the text, for the history. `time` is in ms. */
export const TextChange = z.object({ time: z.int(), before: z.string(), after: z.string() })
export type TextChange = z.infer<typeof TextChange>

/**
 * `patch`: a transcript that another program has written. `speakers`: the speakers were told apart again. `kept`: what was kept of
 * the edits after a new transcription.
 */
export const EditSource = z.enum(['page', 'patch', 'speakers', 'kept'])
export type EditSource = z.infer<typeof EditSource>

/** An entry of the history. `edited_time` is in unix seconds. */
export const PastEdit = z.object({
  number: z.int(),
  edited_time: z.int(),
  source: EditSource,
  undone: z.boolean(),
  /** False for edits of the text before the latest transcription, which can no longer be undone. */
  current: z.boolean(),
  kinds: z.array(z.string()),
  /** Speakers that were renamed. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  /** The first changes of the text. */
  changes: z.array(TextChange),
})
export type PastEdit = z.infer<typeof PastEdit>

/** The state of the edits of a transcript. */
export const EditState = z.object({
  /** Rises with every change, also by undo and redo. */
  version: z.int(),
  can_undo: z.boolean(),
  can_redo: z.boolean(),
  /** Corrections that did not fit the latest transcription. */
  unapplied: z.array(TextChange),
})
export type EditState = z.infer<typeof EditState>
