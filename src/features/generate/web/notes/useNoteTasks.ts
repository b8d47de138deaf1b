import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send as sendRequest } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { newId } from '#browser/random/random.ts'
import { MAX_NOTES, type Note, notesContract } from '#features/notes/contract.ts'
import { invalidateNotes } from '#features/notes/web.tsx'
import { client, isRefused } from '#shared/client.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import {
  type FlowEvent,
  type FlowState,
  GENERATE_FLAGS,
  type RequestedChoices,
  describeFailure,
  notePollInterval,
} from '../../rules.ts'
import { advanceNoteFlows, dispatchFlow, runFlow } from '../flow/flows.ts'
import { reportGenerated } from '../flow/reportGenerated.ts'
import { generate } from '../queries.ts'
import { noteTasks } from './noteTasksClient.ts'
import { forgetPostId, postIdOf } from './newNotePost.ts'

/** A new note, or another text of a note: its template, model and the name of its tab. */
export type NoteInput = { readonly choices: RequestedChoices; readonly tabName: string }

/** The outcome of `create`: the note, or why there is none. */
export type NoteOutcome = { readonly note: Note } | { readonly error: string }

/** A note as a retry names it. */
export type NoteRef = Pick<Note, 'note_id' | 'note_type' | 'data_post_id'>

/** Creates, rewrites and stops the notes of a recording. */
export function useNoteTasks(fileId: string) {
  const t = useTranslations('generate')
  const toast = useToast()
  const showFailure = useFailureToast()
  const explain = useExplainNoteFailure()
  const reload = useReloadNotes()
  const notes = useNotes(fileId)
  const createMutation = useMutation({ mutationFn: (input: NoteInput) => createNote(fileId, input), onSettled: reload })
  const retryMutation = useMutation({
    mutationFn: (input: RetryInput) => retryNote(fileId, input),
    onSuccess: ({ errorCode }) => {
      if (errorCode !== null) toast.error(explain(errorCode))
    },
    onError: (error) => showFailure(t('start_failed'), error),
    onSettled: reload,
  })
  const stopMutation = useMutation({
    mutationFn: (noteId: string) => noteTasks.cancelNote({ params: { id: fileId, note_id: noteId } }),
    onSuccess: (_, noteId) => {
      dispatchFlow(noteId, { type: 'delete' })
      toast.show(t('stopped'))
    },
    onError: (error) => showFailure(t('stop_failed'), error),
    onSettled: reload,
  })
  const create = async (input: NoteInput): Promise<NoteOutcome> => {
    try {
      const { note, errorCode } = await createMutation.mutateAsync(input)
      return note ? { note } : { error: explain(errorCode) }
    } catch (error) {
      if (isRefused(error, noteTasks.sumNewNote, 'tooManyNotes')) return { error: t('too_many_notes', { count: MAX_NOTES }) }
      if (isRefused(error, noteTasks.sumNewNote, 'noTemplate')) return { error: t('Filelist_submit_notemplate') }
      return { error: t('start_failed') }
    }
  }
  return {
    /** All notes, also those that are being written (`task_status` 0) or failed (negative). Undefined until they are loaded. */
    notes,
    create,
    isCreating: createMutation.isPending,
    /** Writes a note again: as it was, or with another template or model. */
    retry: (note: NoteRef, input?: NoteInput) => retryMutation.mutate({ note, input }),
    /** The note whose retry is being sent. */
    retryingId: retryMutation.isPending ? retryMutation.variables.note.note_id : undefined,
    stop: (noteId: string) => stopMutation.mutate(noteId),
    stoppingId: stopMutation.isPending ? stopMutation.variables : undefined,
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
  const notes = data?.data
  useEffect(() => {
    if (notes) advanceNoteFlows(notes)
  }, [notes])
  return notes
}

type RetryInput = { note: NoteRef; input?: NoteInput | undefined }

/** Returns a function that says why a note could not be written. */
function useExplainNoteFailure(): (status: number | null) => string {
  const t = useTranslations('generate')
  return (status) => {
    const { title, reason } = describeFailure(status ?? 0, 'note')
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

/** Returns the note, or the code of B§8 that it failed with. */
async function createNote(fileId: string, { choices, tabName }: NoteInput) {
  const postId = postIdOf(fileId, JSON.stringify({ choices, tabName }))
  let note: Note | undefined
  const send = async () => {
    const { data } = await noteTasks.sumNewNote({
      params: { id: fileId },
      body: { ...toBody({ choices, tabName }), post_id: postId },
    })
    note = data
    return { status: data.task_status }
  }
  const state = await runFlow(postId, { type: 'start', flag: GENERATE_FLAGS.newNote, postId }, send)
  if (!note) return { note: undefined, errorCode: state.errorCode }
  forgetPostId(fileId)
  reportGenerated({ flag: GENERATE_FLAGS.newNote, operateType: 'new', templateType: choices.templateType })
  return { note, errorCode: null }
}

/** The request names the original note, its type and its post id (B§4). */
async function retryNote(fileId: string, { note, input }: RetryInput): Promise<FlowState> {
  const origin = { noteId: note.note_id, noteType: note.note_type, postId: note.data_post_id }
  const event: FlowEvent = input
    ? { type: 'start', flag: GENERATE_FLAGS.allTemplates, postId: newId(), origin }
    : { type: 'retry', flag: GENERATE_FLAGS.newNote, step: 'summary', origin }
  const send = async ({ postId }: FlowState) => {
    const ids = { ori_note_id: origin.noteId, ori_note_type: note.note_type, ori_post_id: origin.postId, post_id: postId }
    const { data } = await noteTasks.retrySumNote({ params: { id: fileId }, body: { ...(input && toBody(input)), ...ids } })
    return { status: data.task_status }
  }
  const state = await runFlow(note.note_id, event, send)
  if (state.errorCode === null)
    reportGenerated({ flag: state.flag, operateType: 'retry', templateType: input?.choices.templateType ?? '' })
  return state
}

const toBody = ({ choices, tabName }: NoteInput) => ({
  ...{ summ_type: choices.templateId, summ_type_type: choices.templateType, info: choices.info },
  tab_name: tabName,
})
