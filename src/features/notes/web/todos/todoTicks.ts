import { useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import type { Note, SummaryForm } from '../../contract.ts'
import { invalidateNotes, notes } from '../notesClient.ts'
import { useShowNote } from '../useNotes.ts'

/** Saves that a task is done or open again. Undefined where the note cannot be changed. */
export type ChangeTodo = (pointId: string, done: boolean) => void

export const ChangeTodoContext = createContext<ChangeTodo | undefined>(undefined)

export const useChangeTodo = (): ChangeTodo | undefined => use(ChangeTodoContext)

/** Returns a function that ticks a task of a note off. It is shown at once, and taken back with a message when saving fails. */
export function useSaveTodo(fileId: string, note: Note | undefined): ChangeTodo | undefined {
  const t = useTranslations('notes')
  const queries = useQueryClient()
  const showNote = useShowNote(fileId)
  const noteId = note?.note_id ?? ''
  const isForm = Boolean(note?.extra.form)
  const save = useAction(
    ({ pointId, done }: TodoChange) =>
      notes.changeTodo({ params: { id: fileId, note_id: noteId }, body: { point_id: pointId, done } }),
    {
      queue: ['notes', 'todos', fileId],
      failure: t('todoFailed'),
      optimistic: async ({ pointId, done }) => {
        const tick = isForm ? tickPoint : await loadTickLine()
        const show = (isDone: boolean) => showNote(noteId, (shown) => tick(shown, pointId, isDone))
        show(done)
        return () => show(!done)
      },
      onSettled: () => invalidateNotes(queries),
    },
  )
  return note ? (pointId, done) => void save.run({ pointId, done }) : undefined
}

type TodoChange = { pointId: string; done: boolean }

type Tick = (note: Note, pointId: string, done: boolean) => Note

const tickPoint: Tick = (note, pointId, done) => {
  const { form } = note.extra
  if (!form) return note
  const sections = form.sections.map((section) => ({
    ...section,
    points: section.points.map((point) => (point.id === pointId ? { ...point, done } : point)),
  }))
  return { ...note, extra: { ...note.extra, form: { ...form, sections } satisfies SummaryForm } }
}

/** What reads an edited text is loaded with its page. */
async function loadTickLine(): Promise<Tick> {
  const { changeTasks, taskId } = await import('#shared/markdown/markdownLines.ts')
  return (note, pointId, done) => {
    const data_content = changeTasks(note.data_content, (wasDone, index) => (taskId(index) === pointId ? done : wasDone))
    return { ...note, data_content, note_content: data_content }
  }
}
