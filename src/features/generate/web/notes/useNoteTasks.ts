import { useQuery, useQueryClient } from '@tanstack/react-query'
import { send as sendRequest } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { newId } from '#browser/random/random.ts'
import { MAX_NOTES, type Note, notesContract } from '#features/notes/contract.ts'
import { invalidateNotes } from '#features/notes/web.tsx'
import { client } from '#shared/client.ts'
import { useAction } from '#ui/action/useAction.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { GENERATE_FLAGS, type RequestedChoices, describeFailure, notePollInterval } from '../../rules.ts'
import { generate } from '../queries.ts'
import { reportGenerated } from '../start/reportGenerated.ts'
import { sendStart } from '../start/sendStart.ts'
import { noteTasks } from './noteTasksClient.ts'
import { forgetPostId, postIdOf } from './newNotePost.ts'

/** A new note, or another text of a note: its template, model and the name of its tab. */
export type NoteInput = { readonly choices: RequestedChoices; readonly tabName: string }

/** A note as a retry names it. */
export type NoteRef = Pick<Note, 'note_id' | 'note_type' | 'data_post_id'>

/** Creates, rewrites and stops the notes of a recording. `onCreated` is called when a new note is being written. */
export function useNoteTasks(fileId: string, onCreated?: (note: Note) => void) {
  const t = useTranslations('generate')
  const toast = useToast()
  const explain = useExplainNoteFailure()
  const reload = useReloadNotes()
  const notes = useNotes(fileId)
  const create = useAction((input: NoteInput) => createNote(fileId, input), {
    show: 'inline',
    failure: t('start_failed'),
    calls: [noteTasks.sumNewNote],
    refusals: {
      tooManyNotes: t('too_many_notes', { count: MAX_NOTES }),
      noTemplate: t('Filelist_submit_notemplate'),
      // `createNote` returns these as codes.
      noTranscript: undefined,
      tooFrequent: undefined,
      templateMissing: undefined,
      noCustomTemplates: undefined,
      noProfessionalTemplates: undefined,
    },
    onSuccess: (created) => 'note' in created && onCreated?.(created.note),
    onSettled: reload,
  })
  const retry = useAction((input: RetryInput) => retryNote(fileId, input), {
    concurrent: true,
    failure: t('start_failed'),
    onSuccess: (failure) => failure !== null && toast.error(explain(failure)),
    onSettled: reload,
  })
  const stop = useAction((noteId: string) => noteTasks.cancelNote({ params: { id: fileId, note_id: noteId } }), {
    concurrent: true,
    success: t('stopped'),
    failure: t('stop_failed'),
    onSettled: reload,
  })
  const refusal = create.result && 'failure' in create.result ? create.result.failure : undefined
  return {
    /** All notes, also those that are being written (`task_status` 0) or failed (negative). Undefined until they are loaded. */
    notes,
    create: (input: NoteInput) => void create.run(input),
    isCreating: create.isBusy,
    /** Why the new note is not written. */
    createFailure: refusal === undefined ? create.explanation?.text : explain(refusal),
    /** Writes a note again: as it was, or with another template or model. */
    retry: (note: NoteRef, input?: NoteInput) => void retry.run({ note, input }),
    /** The note whose retry is being sent. */
    retryingId: retry.input?.note.note_id,
    stop: (noteId: string) => void stop.run(noteId),
    stoppingId: stop.input,
  }
}

const notesClient = client('notes', notesContract, sendRequest)

/** Returns the notes of a recording. While one is written they are polled, besides the live channel (B§4). */
function useNotes(fileId: string): readonly Note[] | undefined {
  const input = { headers: { 'file-id': fileId }, query: {} }
  const { data } = useQuery({
    queryKey: notesClient.queryNote.key(input),
    queryFn: ({ signal }) => notesClient.queryNote(input, { signal }),
    refetchInterval: ({ state }) => notePollInterval({ failed: state.status === 'error', notes: state.data?.data ?? [] }),
  })
  return data?.data
}

type RetryInput = { note: NoteRef; input?: NoteInput | undefined }

/** Returns a function that says why a note could not be written. */
function useExplainNoteFailure(): (status: number) => string {
  const t = useTranslations('generate')
  return (status) => {
    const { title, reason } = describeFailure(status, 'note')
    return `${t(title)}. ${t(reason)}`
  }
}

function useReloadNotes() {
  const queries = useQueryClient()
  return () => {
    invalidateNotes(queries)
    return queries.invalidateQueries({ queryKey: generate.status.key({}) })
  }
}

/** Returns the note, or the code of B§8 with which it was refused. */
async function createNote(fileId: string, { choices, tabName }: NoteInput): Promise<{ note: Note } | { failure: number }> {
  const postId = postIdOf(fileId, JSON.stringify({ choices, tabName }))
  const body = { ...toBody({ choices, tabName }), post_id: postId }
  const sent = await sendStart(() => noteTasks.sumNewNote({ params: { id: fileId }, body }), 'summary')
  if ('failure' in sent) return sent
  forgetPostId(fileId)
  reportGenerated({ flag: GENERATE_FLAGS.newNote, operateType: 'new', templateType: choices.templateType })
  return { note: sent.reply.data }
}

/** The request names the original note, its type and its post id (B§4). Returns the code of B§8 with which it was refused, or null. */
async function retryNote(fileId: string, { note, input }: RetryInput): Promise<number | null> {
  const original = { ori_note_id: note.note_id, ori_note_type: note.note_type, ori_post_id: note.data_post_id }
  const body = { ...(input && toBody(input)), ...original, post_id: input ? newId() : note.data_post_id }
  const sent = await sendStart(() => noteTasks.retrySumNote({ params: { id: fileId }, body }), 'summary')
  if ('failure' in sent) return sent.failure
  const flag = input ? GENERATE_FLAGS.allTemplates : GENERATE_FLAGS.newNote
  reportGenerated({ flag, operateType: 'retry', templateType: input?.choices.templateType ?? '' })
  return null
}

const toBody = ({ choices, tabName }: NoteInput) => ({
  summ_type: choices.templateId,
  summ_type_type: choices.templateType,
  info: choices.info,
  tab_name: tabName,
})
