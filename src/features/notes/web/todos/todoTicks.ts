import { useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useToast } from '#ui/toast/useToast.ts'
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
  const toast = useToast()
  const explain = useExplainError()
  const showNote = useShowNote(fileId)
  if (!note) return undefined
  const save = async (pointId: string, done: boolean) => {
    const tick = note.extra.form ? tickPoint : await loadTickLine()
    showNote(note.note_id, (shown) => tick(shown, pointId, done))
    try {
      await notes.changeTodo({ params: { id: fileId, note_id: note.note_id }, body: { point_id: pointId, done } })
    } catch (error) {
      const { text, requestId } = explain(error)
      showNote(note.note_id, (shown) => tick(shown, pointId, !done))
      toast.error(`${t('todoFailed')} ${text}`, { requestId })
    } finally {
      invalidateNotes(queries)
    }
  }
  return (pointId, done) => void save(pointId, done)
}

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
