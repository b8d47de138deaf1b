import { z } from 'zod/mini'
import { FileId } from '#features/files/contract.ts'
import { ModelFailureInfo, SummaryForm, SummaryHeader, UsedTemplate } from './summary.ts'

/** `auto_sum_note` is the summary created with the transcript, `sum_multi_note` one created later from another template. */
export const NoteType = z.enum(['auto_sum_note', 'sum_multi_note', 'consumer_note', 'mark_memo', 'high_light'])
export type NoteType = z.infer<typeof NoteType>

/** Most notes of a recording beside its summary. */
export const MAX_NOTES = 50
export const MAX_NOTE_CHARACTERS = 500_000
export const MAX_TAB_NAME = 60
/** Most earlier versions of a note that are kept. */
export const MAX_NOTE_VERSIONS = 30

export const MAX_MARKS = 500
export const MAX_MARK_CHARACTERS = 2000

/** What a speaker noted while recording, as it came with the recording (B§7). `timestamp` is in milliseconds from its start. */
export const SpeakerMemo = z.object({
  mark_title: z.string(),
  mark_memo: z.array(z.object({ mark_content: z.string(), timestamp: z.nullable(z.int()) })),
})
export type SpeakerMemo = z.infer<typeof SpeakerMemo>

/** 0 while the note is written, 1 when it is ready, negative when it failed (B§8). A note that failed keeps an earlier text. */
const noteStatus = z.int()

/**
 * A note as returned by `query_note` (B§3). The `data_…` fields repeat the other fields under a second set of names.
 * `data_content` is plain Markdown, which every client displays correctly.
 */
export const Note = z.object({
  note_id: z.string(),
  note_type: NoteType,
  /** The title that the note was given, or that of its text. */
  note_title: z.string(),
  note_content: z.string(),
  note_tab_name: z.string(),
  /** A code of B§8 as text, empty when the note did not fail. */
  error_code: z.string(),
  summary_id: z.string(),
  /** The id of the request that created the note, chosen by the client. */
  data_post_id: z.string(),
  data_id: z.string(),
  data_type: NoteType,
  data_title: z.string(),
  data_tab_name: z.string(),
  data_content: z.string(),
  /** The page of the recording. */
  data_link: z.string(),
  data_error_code: z.string(),
  task_status: noteStatus,
  /** The language model that failed, and why. Missing for other failures. */
  model_failure: z.optional(ModelFailureInfo),
  /** Changes with every change of the text. Empty before the first text, and for highlights. */
  version_id: z.string(),
  /** Earlier texts. */
  version_count: z.int(),
  /** The template that was chosen; null for the automatic summary. */
  template: z.nullable(UsedTemplate),
  /** Unix seconds. */
  made_at: z.int(),
  /** The speaker's own notes that the text was written with; empty when none came with the recording. */
  ...SpeakerMemo.shape,
  /** What the client said when it asked for the note (B§7). */
  ppc_status: z.int(),
  /**
   * `form` is the structured summary, so that a page can link each line to its time; null for an edited text. `cited` is the part of
   * it that an edited text still says; null for other texts.
   */
  extra: z.object({
    summary_id: z.string(),
    header: SummaryHeader,
    form: z.nullable(SummaryForm),
    cited: z.nullable(SummaryForm),
  }),
})
export type Note = z.infer<typeof Note>

/** How a text came about: written by an engine, or edited. */
export const VersionOrigin = z.enum(['generated', 'edited'])
export type VersionOrigin = z.infer<typeof VersionOrigin>

/** A text that a note has or had. */
export const NoteVersion = z.object({
  version_id: z.string(),
  origin: VersionOrigin,
  is_current: z.boolean(),
  /** The engine that wrote it, or whose text was edited; empty for a text of another program. */
  engine: z.string(),
  template: z.nullable(UsedTemplate),
  made_at: z.int(),
})
export type NoteVersion = z.infer<typeof NoteVersion>

/** The event that a note was removed while it was written. */
export const NoteRemoved = z.object({ userId: z.string(), fileId: z.string(), noteId: z.string() })

/** The event that the notes or highlights of a recording have changed. */
export const NotesChanged = z.object({ userId: z.string(), fileId: z.string() })

/** An open task of a note, with its recording. */
export const OpenTodo = z.object({
  file_id: FileId,
  filename: z.string(),
  note_id: z.string(),
  point_id: z.string(),
  text: z.string(),
  owner: z.nullable(z.string()),
  due: z.nullable(z.string()),
  /** Milliseconds from the start of the recording; null when it rests on no passage. */
  start_time: z.nullable(z.number()),
})
export type OpenTodo = z.infer<typeof OpenTodo>

export const NoteId = z.string().check(z.minLength(1), z.maxLength(64))
export const VersionId = z.string().check(z.minLength(1), z.maxLength(64))
export const PointId = z.string().check(z.minLength(1), z.maxLength(32))
export const noteParams = z.object({ id: FileId, note_id: NoteId })
export const TabName = z.string().check(z.maxLength(MAX_TAB_NAME, { abort: true }), z.trim())
/** Empty for the title of the text. */
export const NoteTitle = z.string().check(z.maxLength(500, { abort: true }), z.trim())
