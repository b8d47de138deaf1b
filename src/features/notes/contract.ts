import { z } from 'zod'
import { route } from '#kit/contract.ts'

/** What a recording is taken for. The wire carries the word in the reader's language, and this key as `original_category`. */
export const SUMMARY_CATEGORIES = [
  'meeting',
  'standup',
  'interview',
  'sales',
  'lecture',
  'hearing',
  'research',
  'design',
  'call',
  'conversation',
  'memo',
  'other',
] as const
export const SummaryCategory = z.enum(SUMMARY_CATEGORIES)
export type SummaryCategory = z.infer<typeof SummaryCategory>

/**
 * One line of a summary and what it rests on: ids of transcript segments, and the start of the first of them in ms of
 * the recording (null when nothing supports the line; `supported` is then false and the screen says so).
 */
export const SummaryPoint = z.object({
  text: z.string(),
  segments: z.array(z.string()),
  start_time: z.number().nullable(),
  speaker: z.string().nullable(),
  supported: z.boolean(),
})
export type SummaryPoint = z.infer<typeof SummaryPoint>

/** How much of the recording was read, in ms; `share` runs from 0 to 1. */
export const SummaryCoverage = z.object({ start_time: z.number(), end_time: z.number(), share: z.number().min(0).max(1) })
export type SummaryCoverage = z.infer<typeof SummaryCoverage>

/** The summary in parts, for screens that link each line to its second. `engine.kind` decides what the parts are called. */
export const SummaryForm = z.object({
  engine: z.object({ kind: z.enum(['extractive', 'llm']), id: z.string() }),
  /** BCP 47 tag of the language the summary is written in. */
  language: z.string(),
  coverage: SummaryCoverage,
  keyphrases: z.array(z.string()),
  overview: SummaryPoint.nullable(),
  points: z.array(SummaryPoint),
  actions: z.array(SummaryPoint),
})
export type SummaryForm = z.infer<typeof SummaryForm>

export const SummaryHeader = z.object({
  headline: z.string(),
  category: z.string(),
  summary_id: z.string(),
  original_category: z.string(),
})
export type SummaryHeader = z.infer<typeof SummaryHeader>

/**
 * A summary on the wire (B§3), carried as JSON text in `ai_content` and `data_result_summ`. The Markdown stands twice,
 * because clients look for it in either place. `form` is null for a summary that came from another program.
 */
export const SummaryResult = z.object({
  markdown: z.string(),
  header: SummaryHeader,
  form: SummaryForm.nullable(),
  content: z.object({ markdown: z.string() }),
})
export type SummaryResult = z.infer<typeof SummaryResult>

/** `auto_sum_note`: the summary made with the transcript. `sum_multi_note`: one made later from a further template. */
export const NoteType = z.enum(['auto_sum_note', 'sum_multi_note', 'consumer_note', 'mark_memo', 'high_light'])
export type NoteType = z.infer<typeof NoteType>

/**
 * A note as `query_note` answers it (B§3): the fields of a note, and beside them the `data_…` names of the same facts.
 * `data_content` is plain Markdown, the one form every client shows as meant.
 */
export const Note = z.object({
  note_id: z.string(),
  note_type: NoteType,
  note_title: z.string(),
  note_content: z.string(),
  note_tab_name: z.string(),
  error_code: z.string(),
  summary_id: z.string(),
  data_post_id: z.string(),
  data_id: z.string(),
  data_type: NoteType,
  data_title: z.string(),
  data_tab_name: z.string(),
  data_content: z.string(),
  data_link: z.string(),
  data_error_code: z.string(),
  /** `form` is the same summary in parts, so that a screen can link each line to its second. */
  extra: z.object({ summary_id: z.string(), header: SummaryHeader, form: SummaryForm.nullable() }),
})
export type Note = z.infer<typeof Note>

export const notesContract = {
  queryNote: route({
    method: 'GET',
    path: '/ai/query_note',
    access: 'signed-in',
    mayMiss: true,
    summary: 'The notes of one file, named by the header file-id or the query file_id',
    headers: z.object({ 'file-id': z.string().max(64).optional() }),
    query: z.object({ file_id: z.string().max(64).optional() }),
    reply: z.object({ data: z.array(Note) }),
  }),
} as const
