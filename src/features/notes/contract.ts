import { z } from 'zod/mini'
import { FileId } from '#features/files/contract.ts'
import { route } from '#shared/contract.ts'
import { liveTopic } from '#shared/liveTopic.ts'
import { KiB } from '#shared/units.ts'
import { Highlight, HighlightComment, HighlightInput, MAX_HIGHLIGHTS, highlightParams } from './contract/highlight.ts'
import {
  MAX_NOTES,
  MAX_NOTE_CHARACTERS,
  Note,
  NoteId,
  NoteTitle,
  NoteType,
  NoteVersion,
  OpenTodo,
  PointId,
  TabName,
  VersionId,
  noteParams,
} from './contract/note.ts'
import { SummaryResult } from './contract/summary.ts'

export { Highlight, HighlightInput, MAX_HIGHLIGHTS } from './contract/highlight.ts'
export { TryProgress, readTryProgress, tryTemplate } from './contract/try.ts'
export {
  MAX_NOTES,
  MAX_NOTE_CHARACTERS,
  MAX_NOTE_VERSIONS,
  MAX_TAB_NAME,
  Note,
  NoteRemoved,
  NoteType,
  NoteVersion,
  NotesChanged,
  MAX_MARKS,
  MAX_MARK_CHARACTERS,
  OpenTodo,
  SpeakerMemo,
  VersionOrigin,
} from './contract/note.ts'
export {
  ModelFailureInfo,
  SECTION_KINDS,
  SUMMARY_CATEGORIES,
  Difference,
  SectionKind,
  SummaryCategory,
  SummaryChapter,
  SummaryCoverage,
  SummaryForm,
  SummaryHeader,
  SummaryMention,
  SummaryPoint,
  SummaryResult,
  SummarySection,
  TalkTime,
  UsedTemplate,
} from './contract/summary.ts'

/** The notes of a recording have changed: texts, names, or the state of one that is being written. */
export const notesTopic = liveTopic('notes', z.object({ id: FileId }))
/** The highlights of a recording have changed. */
export const highlightsTopic = liveTopic('highlights', z.object({ id: FileId }))

export const notesContract = {
  queryNote: route({
    method: 'GET',
    path: '/ai/query_note',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Get the notes of one file, given by the header file-id or the query file_id',
    headers: z.object({ 'file-id': z.optional(z.string().check(z.maxLength(64))) }),
    query: z.object({ file_id: z.optional(z.string().check(z.maxLength(64))) }),
    reply: z.object({ data: z.array(Note) }),
  }),
  updateNote: route({
    method: 'POST',
    path: '/ai/update_note_info',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Replace the text, the title or the tab name of a note; the previous text is kept as a version',
    body: z.object({
      file_id: FileId,
      note_id: NoteId,
      note_type: z.optional(NoteType),
      note_content: z.optional(z.string().check(z.maxLength(MAX_NOTE_CHARACTERS))),
      note_title: z.optional(NoteTitle),
      note_tab_name: z.optional(TabName),
      /** The version that was edited. The call is refused when another version has been saved since. */
      base_version_id: z.optional(VersionId),
    }),
    // Fits a long note in a script with three bytes per character.
    bodyLimit: 2048 * KiB,
    reply: z.object({ data: Note }),
    refusals: {
      changed: { status: -9, message: 'This note was changed in another window. Reload it and apply your changes again.' },
      notReady: { status: -2, message: 'This note is being written. Edit it when it is ready.' },
    },
  }),
  deleteNote: route({
    method: 'POST',
    path: '/ai/del_note_info',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Delete a note and its versions; it can be restored for an hour. The summary of a recording cannot be deleted',
    body: z.object({ file_id: FileId, note_id: NoteId, note_type: z.optional(NoteType) }),
    reply: z.object({}),
    refusals: {
      isSummary: { status: -3, message: 'The summary of a recording cannot be deleted. Edit it or generate it again.' },
    },
  }),
  restoreNote: route({
    method: 'POST',
    path: '/ai/notes/:id/:note_id/restore',
    access: 'signed-in',
    addsData: false,
    summary: 'Restore a note that was deleted within the last hour, with its versions',
    params: noteParams,
    reply: z.object({ data: Note }),
    refusals: {
      tooManyNotes: { status: -3, message: `A recording has ${MAX_NOTES} notes at most. Delete another one first.` },
    },
  }),
  noteVersions: route({
    method: 'GET',
    path: '/ai/notes/:id/:note_id/versions',
    access: 'signed-in',
    summary: 'List the current and earlier texts of a note, newest first',
    params: noteParams,
    reply: z.object({ data: z.array(NoteVersion) }),
  }),
  noteVersion: route({
    method: 'GET',
    path: '/ai/notes/:id/:note_id/versions/:version_id',
    access: 'signed-in',
    summary: 'Get one text of a note',
    params: z.extend(noteParams, { version_id: VersionId }),
    reply: z.object({ data: z.extend(NoteVersion, { result: SummaryResult }) }),
  }),
  useVersion: route({
    method: 'POST',
    path: '/ai/notes/:id/:note_id/versions/:version_id/use',
    access: 'signed-in',
    summary: 'Restore an earlier text of a note; the current one is kept as a version',
    params: z.extend(noteParams, { version_id: VersionId }),
    reply: z.object({ data: Note }),
    refusals: {
      notReady: { status: -2, message: 'This note is being written. Choose a version when it is ready.' },
    },
  }),
  changeTodo: route({
    method: 'POST',
    path: '/ai/todos/:id/:note_id',
    access: 'signed-in',
    addsData: false,
    summary: 'Tick a task of a note off, or reopen it',
    params: noteParams,
    body: z.object({ point_id: PointId, done: z.boolean() }),
    reply: z.object({ data: z.object({ version_id: z.string() }) }),
  }),
  openTodos: route({
    method: 'GET',
    path: '/ai/todos',
    access: 'signed-in',
    summary: 'List the open tasks of all recordings that are not in the trash, newest recording first',
    query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 20) }),
    reply: z.object({ data: z.object({ total: z.int(), list: z.array(OpenTodo) }) }),
  }),
  highlights: route({
    method: 'GET',
    path: '/ai/highlights/:id',
    access: 'signed-in',
    summary: 'List the highlights of a recording in the order of their times',
    params: z.object({ id: FileId }),
    reply: z.object({ data: z.array(Highlight) }),
  }),
  addHighlight: route({
    method: 'POST',
    path: '/ai/highlights/:id',
    access: 'signed-in',
    summary: 'Highlight a passage of a recording; repeating a request with the same id changes nothing',
    params: z.object({ id: FileId }),
    body: HighlightInput,
    bodyLimit: 256 * KiB,
    reply: z.object({ data: Highlight }),
    refusals: {
      tooMany: { status: -2, message: `A recording has ${MAX_HIGHLIGHTS} highlights at most.` },
      endsBeforeStart: { status: -3, message: 'The passage ends before it begins.' },
    },
  }),
  changeHighlight: route({
    method: 'PATCH',
    path: '/ai/highlights/:id/:highlight_id',
    access: 'signed-in',
    summary: 'Change the comment of a highlight',
    params: highlightParams,
    body: z.object({ comment: HighlightComment }),
    reply: z.object({ data: Highlight }),
  }),
  removeHighlight: route({
    method: 'DELETE',
    path: '/ai/highlights/:id/:highlight_id',
    access: 'signed-in',
    addsData: false,
    summary: 'Remove a highlight',
    params: highlightParams,
    reply: z.object({}),
  }),
} as const
