import { z } from 'zod/mini'
import { FileId, FilePatch, Segment, accountFull } from '#features/files/contract.ts'
import { route } from '#shared/contract.ts'
import { MiB } from '#shared/units.ts'

/** Maximum number of operations of one request, and of edits of a recording. */
export const MAX_OPERATIONS = 500
export const MAX_EDITS = 20_000
/** Maximum size of the edits of a recording as JSON. One alone may be larger. */
export const MAX_HISTORY = 64 * MiB
/** Maximum number of recordings that one request to replace text changes, and that one page of its preview looks at. */
export const MAX_REPLACED_FILES = 20
export const PREVIEW_FILES = 100
const HISTORY_PAGE = 50

const SegmentId = z.string().check(z.maxLength(200))
/** Maximum length of the name of a speaker. */
export const MAX_SPEAKER_NAME = 200
const SpeakerName = z.string().check(z.maxLength(MAX_SPEAKER_NAME))
const content = z.string().check(z.maxLength(100_000))

/** What to find: literal text. White space matches any amount of it. */
export const TextSearch = z.object({
  find: z.string().check(z.minLength(1), z.maxLength(200)),
  match_case: z._default(z.boolean(), false),
  whole_word: z._default(z.boolean(), false),
})
export type TextSearch = z.infer<typeof TextSearch>
export const TextReplacement = z.extend(TextSearch, { replace: z.string().check(z.maxLength(500)) })
export type TextReplacement = z.infer<typeof TextReplacement>

/**
 * One change of a transcript. An operation whose segment is gone changes nothing. `split` cuts a segment before the character `at`;
 * the second part is the segment `new_id`, which the server chooses when it is missing. `merge` joins a segment with the one
 * after it. `rename_speaker` renames everywhere; renaming to an existing name merges the two. `revert` restores the recognised text
 * of a segment, `restore` all recognised segments with their speakers.
 */
export const EditOperation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set_text'), segment: SegmentId, content }),
  z.object({
    kind: z.literal('split'),
    segment: SegmentId,
    at: z.int().check(z.minimum(0), z.maximum(100_000)),
    new_id: z.optional(SegmentId),
  }),
  z.object({ kind: z.literal('merge'), segment: SegmentId }),
  z.object({ kind: z.literal('delete'), segments: z.array(SegmentId).check(z.maxLength(5000)) }),
  z.object({ kind: z.literal('set_speaker'), segments: z.array(SegmentId).check(z.maxLength(5000)), speaker: SpeakerName }),
  z.object({ kind: z.literal('rename_speaker'), from: SpeakerName, to: SpeakerName }),
  z.extend(TextReplacement, { kind: z.literal('replace_all') }),
  z.object({ kind: z.literal('revert'), segment: SegmentId }),
  z.object({ kind: z.literal('restore') }),
])
export type EditOperation = z.infer<typeof EditOperation>

/** Chosen by the client, so that a request can be repeated. */
const EditId = z.string().check(z.maxLength(32), z.regex(/^[0-9a-f]{32}$/))

/** A word that a person has replaced by another one, and that the word list does not know yet. */
export const SuggestedTerm = z.object({ term: z.string(), sounds_like: z.string() })
export type SuggestedTerm = z.infer<typeof SuggestedTerm>

/** What an edit changed. */
export const TranscriptChange = z.object({
  /** The version of the transcript, also in `extra_data.transcript_version` of the recording. */
  version: z.int(),
  /** The edit that was made, undone or redone; empty when nothing changed. */
  edit_id: z.string(),
  changed: z.array(Segment),
  removed: z.array(z.string()),
  /** The ids of all segments in order; null when no segment came or went. */
  order: z.nullable(z.array(z.string())),
  can_undo: z.boolean(),
  can_redo: z.boolean(),
  suggested_terms: z.array(SuggestedTerm),
})
export type TranscriptChange = z.infer<typeof TranscriptChange>

/** The `client` of edits that name speakers by their voice prints. */
export const VOICE_PRINT_CLIENT = 'voice-prints'

/** Who made an edit: a person on a page, another program that wrote the transcript, or the word list after the transcription. */
export const EditSource = z.enum(['person', 'program', 'word_list'])
export type EditSource = z.infer<typeof EditSource>

export const EditKind = z.enum([
  ...(['set_text', 'split', 'merge', 'delete', 'set_speaker', 'rename_speaker', 'replace_all', 'revert', 'restore'] as const),
  ...(['replace_transcript', 'mixed'] as const),
])
export type EditKind = z.infer<typeof EditKind>

/** The text before and after, shortened to the words that differ. Times are in ms. */
const TextChange = z.object({ start_time: z.int(), before: z.string(), after: z.string() })

/** One edit in the history. `unapplied` are its changes whose text a new transcription does not contain. */
export const Edit = z.object({
  edit_id: z.string(),
  version: z.int(),
  /** In unix seconds. */
  made_time: z.int(),
  source: EditSource,
  /** The name that the client gave itself; empty when it gave none. */
  client: z.string(),
  kind: EditKind,
  /** How many segments it changed. */
  count: z.int(),
  /** The first changed segment. */
  segment: z.string(),
  change: TextChange,
  is_undone: z.boolean(),
  unapplied: z.array(TextChange),
})
export type Edit = z.infer<typeof Edit>

const params = z.object({ id: FileId })
const change = z.object({ data: TranscriptChange })
const conflict = {
  status: -4090,
  message: 'Version {version} of this transcript changes the same paragraphs. Load it, then edit again.',
  details: z.object({ version: z.number() }),
} as const
const tooLong = { status: -4132, message: 'The transcript is longer than a recording of this length can have.' } as const
const tooManyEdits = {
  status: -4133,
  message: `A transcript can have ${MAX_EDITS} edits at most, of ${MAX_HISTORY / MiB} MB together.`,
} as const
const noTranscript = { status: -7, message: 'This recording has no transcript yet.' } as const

/** The lines of a recording that contain a text. */
const FoundFile = z.object({
  file_id: z.string(),
  filename: z.string(),
  count: z.int(),
  /** The first lines, shortened around the match: the text before, the match and the text after. */
  lines: z.array(z.object({ start_time: z.int(), before: z.string(), match: z.string(), after: z.string() })),
})
export type FoundFile = z.infer<typeof FoundFile>

export const editingContract = {
  updateSource: route({
    method: 'POST',
    path: '/ai/update_source_info',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Edit a transcript by operations, or replace it as a whole (`trans_result`, or its JSON text in `data_content`)',
    body: z.object({
      file_id: FileId,
      operations: z.optional(z.array(EditOperation).check(z.minLength(1), z.maxLength(MAX_OPERATIONS))),
      /** The version that the operations were made for. Those on segments without a later change are applied. */
      base_version: z.optional(z.int()),
      edit_id: z.optional(EditId),
      client: z.optional(z.string().check(z.maxLength(100))),
      trans_result: FilePatch.shape.trans_result,
      data_content: z.optional(z.string().check(z.maxLength(16 * MiB))),
    }),
    // The transcript of five hours with word times, like PATCH /file/:id.
    bodyLimit: 16 * MiB,
    reply: change,
    refusals: { conflict, accountFull, tooLong, tooManyEdits, noTranscript },
  }),
  undoEdit: route({
    method: 'POST',
    path: '/ai/transcript/:id/undo',
    access: 'signed-in',
    summary: 'Undo the last edit of a transcript, or the edit `edit_id`',
    params,
    body: z.object({ edit_id: z.optional(EditId) }),
    reply: change,
    refusals: { nothingToUndo: { status: -4040, message: 'There is no edit to undo.' }, accountFull, tooLong },
  }),
  redoEdit: route({
    method: 'POST',
    path: '/ai/transcript/:id/redo',
    access: 'signed-in',
    summary: 'Redo the edit of a transcript that was undone last',
    params,
    body: z.object({}),
    reply: change,
    refusals: { nothingToRedo: { status: -4040, message: 'There is no edit to redo.' }, accountFull, tooLong },
  }),
  editHistory: route({
    method: 'GET',
    path: '/ai/transcript/:id/history',
    access: 'signed-in',
    summary: 'List the edits of a transcript or of one segment, newest first; `before` is the `next` of the page before',
    params,
    query: z.object({
      before: z.optional(z.coerce.number().check(z.int())),
      segment: z.optional(SegmentId),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(HISTORY_PAGE)), HISTORY_PAGE),
    }),
    reply: z.object({
      data: z.object({
        version: z.int(),
        can_undo: z.boolean(),
        can_redo: z.boolean(),
        /** When the machine's text was saved, in unix seconds; null without edits. */
        machine_time: z.nullable(z.int()),
        edits: z.array(Edit),
        next: z.nullable(z.int()),
      }),
    }),
  }),
  machineTranscript: route({
    method: 'GET',
    path: '/ai/transcript/:id/machine',
    access: 'signed-in',
    summary: 'Get the transcript as it was recognised, without edits',
    params,
    reply: z.object({ data: z.object({ segments: z.array(Segment) }) }),
  }),
  querySource: route({
    method: 'GET',
    path: '/ai/query_source',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Get the transcript and the outline of one file, given by the header file-id or the query file_id',
    headers: z.object({ 'file-id': z.optional(z.string().check(z.maxLength(64))) }),
    query: z.object({ file_id: z.optional(z.string().check(z.maxLength(64))) }),
    reply: z.object({
      data: z.array(
        z.object({
          data_id: z.string(),
          data_type: z.enum(['transaction', 'outline']),
          data_title: z.string(),
          data_tab_name: z.string(),
          /** A JSON array of segments or of outline entries. */
          data_content: z.string(),
          data_link: z.string(),
          data_error_code: z.string(),
          extra: z.object({ version: z.int() }),
        }),
      ),
    }),
  }),
  findText: route({
    method: 'POST',
    path: '/ai/transcript/find',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Find text in one recording, in a folder or in all transcripts outside the trash, page by page',
    body: z.extend(TextSearch, {
      file_id: z.optional(FileId),
      folder_id: z.optional(z.string().check(z.maxLength(64))),
      after: z.optional(FileId),
    }),
    reply: z.object({ data: z.object({ files: z.array(FoundFile), total: z.int(), next: z.nullable(z.string()) }) }),
    limits: [{ per: 'user', max: 240, within: 60_000 }],
  }),
  replaceText: route({
    method: 'POST',
    path: '/ai/transcript/replace',
    access: 'signed-in',
    mayNotExist: true,
    summary: `Replace text in up to ${MAX_REPLACED_FILES} transcripts; each gets one edit, which can be undone`,
    body: z.extend(TextReplacement, {
      file_ids: z.array(FileId).check(z.minLength(1), z.maxLength(MAX_REPLACED_FILES)),
    }),
    reply: z.object({
      data: z.array(z.object({ file_id: z.string(), edit_id: z.string(), version: z.int(), count: z.int() })),
    }),
    refusals: { accountFull, tooLong, tooManyEdits },
  }),
} as const
