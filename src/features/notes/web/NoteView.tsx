import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MAX_NOTES, type Note } from '../contract.ts'
import type { Passage } from '../rules/citations.ts'
import { NoteText } from './NoteText.tsx'
import { SummarySkeleton } from './SummarySkeleton.tsx'
import { SummarySourceContext, useCreateSummarySource } from './summarySource.ts'
import { invalidateNotes, notes } from './notesClient.ts'
import { noteState, type SummarizedFile } from './useNotes.ts'

export type NoteViewProps = {
  file: SummarizedFile
  note: Note
  /** Shows that the note is being written, or why that failed, with what can be done. */
  task: ReactNode
  onChoose?: (passage: Passage) => void
  /** Called once the note is deleted. */
  onDeleted: () => void
  /** Called once the deletion was taken back. */
  onRestored: () => void
}

/** A note beside the summary: being written, failed, or ready. A note that failed keeps an earlier text. Needs a PlayerProvider. */
export function NoteView({ file, note, task, onChoose, onDeleted, onRestored }: NoteViewProps) {
  const t = useTranslations('notes')
  const source = useCreateSummarySource(file.trans_result, onChoose)
  const remove = useDeleteNote(file.id, note, { onDeleted, onRestored })
  const [isComparing, setComparing] = useState(false)
  const state = noteState(note)
  const hasText = note.data_content !== ''
  return (
    <SummarySourceContext value={source}>
      {state !== 'ready' && !file.is_trash && (
        <div className="grid gap-4 px-10 pt-5 max-md:px-5 max-sm:px-4">
          {task}
          {state === 'writing' && !hasText && <SummarySkeleton />}
          {state === 'failed' && !hasText && (
            <Button size="sm" variant="quiet" className="justify-self-start" onClick={remove}>
              {t('delete')}
            </Button>
          )}
        </div>
      )}
      {hasText && (
        <NoteText
          key={note.note_id}
          file={file}
          note={note}
          markdown={note.data_content}
          form={note.extra.form ?? undefined}
          cited={note.extra.cited ?? undefined}
          isComparing={isComparing}
          onCompare={setComparing}
          onConnectModel={undefined}
          onDelete={remove}
        />
      )}
    </SummarySourceContext>
  )
}

/** Deletes a note with its versions and offers to take that back. */
function useDeleteNote(fileId: string, note: Note, { onDeleted, onRestored }: Pick<NoteViewProps, 'onDeleted' | 'onRestored'>) {
  const t = useTranslations('notes')
  const queries = useQueryClient()
  const restore = useAction(notes.restoreNote, {
    failure: t('restoreFailed'),
    refusals: { tooManyNotes: t('restoreTooMany', { max: MAX_NOTES }) },
    onSuccess: onRestored,
    onSettled: () => invalidateNotes(queries),
  })
  const undo = () => void restore.run({ params: { id: fileId, note_id: note.note_id } })
  const remove = useAction(notes.deleteNote, {
    success: { text: t('noteDeleted'), action: { label: t('undo'), run: undo, undoes: true } },
    failure: t('deleteFailed'),
    refusals: { isSummary: undefined },
    onSuccess: onDeleted,
    onSettled: () => invalidateNotes(queries),
  })
  return () => void remove.run({ body: { file_id: fileId, note_id: note.note_id, note_type: note.note_type } })
}
