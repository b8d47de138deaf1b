import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { File } from '#features/files/contract.ts'
import { changeShownFile } from '#features/files/web.tsx'
import { seconds } from '#shared/units.ts'
import type { Note, SummaryForm } from '../contract.ts'
import { parseSummaryResult } from '../rules.ts'
import { notes } from './notesClient.ts'

/** Notes that are written now are requested this often (B§9). Live messages usually come first. */
const POLL_INTERVAL = seconds(3)

const inputOf = (fileId: string) => ({ headers: { 'file-id': fileId }, query: {} })
const NO_NOTES: readonly Note[] = []

export type SummarizedFile = Pick<File, 'id' | 'ai_content' | 'trans_result' | 'duration' | 'filename' | 'is_trash'>

/** Returns whether a note is being written, failed, or is ready. */
export const noteState = ({ task_status }: Pick<Note, 'task_status'>): 'writing' | 'failed' | 'ready' =>
  task_status === 0 ? 'writing' : task_status < 0 ? 'failed' : 'ready'

/** Returns the notes of a recording: its summary, its highlights, and those that were added. `isPending` is true during the first request. */
export function useNotes(file: Pick<File, 'id' | 'ai_content' | 'trans_result'>) {
  const { data, isLoading, failureCount } = useQuery({
    queryKey: notes.queryNote.key(inputOf(file.id)),
    queryFn: ({ signal }) => notes.queryNote(inputOf(file.id), { signal }),
    enabled: file.ai_content !== '' || file.trans_result !== null,
    refetchInterval: ({ state }) => (state.data?.data.some((note) => noteState(note) === 'writing') ? POLL_INTERVAL : false),
  })
  const list = data?.data ?? NO_NOTES
  return {
    summary: list.find(({ note_type }) => note_type === 'auto_sum_note'),
    /** The highlights as a note (B§3). */
    highlights: list.find(({ note_type }) => note_type === 'high_light'),
    added: useMemo(() => list.filter(({ note_type }) => note_type === 'sum_multi_note'), [list]),
    isPending: isLoading && failureCount === 0,
  }
}

export type SummaryText = {
  /** Empty when there is no summary. */
  markdown: string
  /** Undefined until it is loaded, and for a summary that a person or another program has changed. */
  form: SummaryForm | undefined
  /** The points that are unchanged in a summary that a person has changed. */
  cited: SummaryForm | undefined
  /** Undefined until it is loaded. */
  note: Note | undefined
  isPending: boolean
}

/** Returns the summary of a recording. Its text comes with the recording, its form with the notes. */
export function useSummary(file: Pick<File, 'id' | 'ai_content' | 'trans_result'>): SummaryText {
  const markdown = useMemo(() => parseSummaryResult(file.ai_content)?.markdown ?? '', [file.ai_content])
  const { summary: note, isPending } = useNotes(file)
  // The recording and its notes are loaded separately. Of two different texts, the form belongs to the other one.
  const isSame = note !== undefined && withoutTicks(note.data_content) === withoutTicks(markdown)
  const { form = null, cited = null } = isSame ? note.extra : {}
  return { markdown, form: form ?? undefined, cited: cited ?? undefined, note, isPending }
}

/** Ticking a task off changes the form at once, and the text of the recording a moment later. */
const withoutTicks = (markdown: string): string => markdown.replaceAll(/\[[ xX]\]/g, '')

/** Returns a function that replaces a note in what is shown. The text of a summary is also shown by its recording. */
export function useShowNote(fileId: string) {
  const queries = useQueryClient()
  return useCallback(
    (noteId: string, update: (note: Note) => Note) => {
      const replace = (note: Note): Note => {
        if (note.note_id !== noteId) return note
        const next = update(note)
        if (next.note_type === 'auto_sum_note' && next.data_content !== note.data_content)
          changeShownFile(queries, fileId, { ai_content: next.data_content })
        return next
      }
      queries.setQueryData<{ data: Note[] }>(
        notes.queryNote.key(inputOf(fileId)),
        (reply) => reply && { ...reply, data: reply.data.map(replace) },
      )
    },
    [queries, fileId],
  )
}
