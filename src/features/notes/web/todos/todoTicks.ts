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
    showNote(note.note_id, (shown) => withTick(shown, pointId, done))
    try {
      await notes.changeTodo({ params: { id: fileId, note_id: note.note_id }, body: { point_id: pointId, done } })
    } catch (error) {
      const { text, requestId } = explain(error)
      showNote(note.note_id, (shown) => withTick(shown, pointId, !done))
      toast.error(`${t('todoFailed')} ${text}`, { requestId })
    } finally {
      invalidateNotes(queries)
    }
  }
  return (pointId, done) => void save(pointId, done)
}

function withTick(note: Note, pointId: string, done: boolean): Note {
  const { form } = note.extra
  if (!form) {
    const data_content = tickLine(note.data_content, pointId, done)
    return { ...note, data_content, note_content: data_content }
  }
  const sections = form.sections.map((section) => ({
    ...section,
    points: section.points.map((point) => (point.id === pointId ? { ...point, done } : point)),
  }))
  return { ...note, extra: { ...note.extra, form: { ...form, sections } satisfies SummaryForm } }
}

/** Sets the mark of a task in an edited text, where tasks are counted: `t1` is the first line with a box. */
function tickLine(markdown: string, pointId: string, done: boolean): string {
  let count = 0
  return markdown.replaceAll(/^([ \t]*[-*+] )\[[ xX]\](?= )/gm, (line, bullet: string) =>
    `t${++count}` === pointId ? `${bullet}[${done ? 'x' : ' '}]` : line,
  )
}
