import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Note } from '../contract.ts'
import type { Passage } from './citations.ts'
import { noteName } from './noteName.ts'
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
}

/** A note beside the summary: being written, failed, or ready. A note that failed keeps an earlier text. Needs a PlayerProvider. */
export function NoteView({ file, note, task, onChoose, onDeleted }: NoteViewProps) {
  const t = useTranslations('notes')
  const source = useCreateSummarySource(file.trans_result, onChoose)
  const deletion = useDeleteNote(file.id, note, onDeleted)
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
            <Button size="sm" variant="quiet" className="justify-self-start" onClick={deletion.ask}>
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
          isComparing={isComparing}
          onCompare={setComparing}
          onConnectModel={undefined}
          onDelete={deletion.ask}
        />
      )}
      {deletion.dialog}
    </SummarySourceContext>
  )
}

/** Deletes a note after a confirmation, because its versions go with it. */
function useDeleteNote(fileId: string, note: Note, onDeleted: () => void) {
  const t = useTranslations('notes')
  const queries = useQueryClient()
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const [isAsking, setAsking] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const remove = async () => {
    setDeleting(true)
    try {
      await notes.deleteNote({ body: { file_id: fileId, note_id: note.note_id, note_type: note.note_type } })
      setAsking(false)
      onDeleted()
      toast.show(t('noteDeleted'))
    } catch (error) {
      showFailure(t('deleteFailed'), error)
    } finally {
      setDeleting(false)
      invalidateNotes(queries)
    }
  }
  const dialog = (
    <ConfirmDialog
      open={isAsking}
      title={t('deleteNoteTitle', { name: noteName(note) })}
      confirmLabel={t('delete')}
      danger
      busy={isDeleting}
      onConfirm={() => void remove()}
      onClose={() => setAsking(false)}
    >
      {t('deleteNoteText')}
    </ConfirmDialog>
  )
  return { ask: () => setAsking(true), dialog }
}
