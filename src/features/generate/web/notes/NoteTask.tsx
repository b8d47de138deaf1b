import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw, Sparkles } from 'lucide-react'
import { invalidateNotes } from '#features/notes/web.tsx'
import type { Note } from '#features/notes/contract.ts'
import { isRefused } from '#shared/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { describeFailure } from '../../rules.ts'
import { generate } from '../queries.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    newNote: { fileId: string }
  }
}

type NoteTaskProps = { fileId: string; note: Note }

/** Explains why a note could not be written (B§8). */
export function NoteFailure({ note }: { note: Note }) {
  const t = useTranslations('generate')
  const { name } = describeFailure(note.task_status)
  return (
    <>
      <p className="font-[600] text-signal">{t(`fail_${name}`)}</p>
      <p className="text-md text-ink">{t(`why_${name}`)}</p>
      <p className="text-xs text-ink2">{t('code', { code: note.task_status })}</p>
    </>
  )
}

/** The actions of a note that is being written or that failed: stop, try again with the same choices, or choose again (B§4, B§8). */
export function NoteTaskActions({ fileId, note }: NoteTaskProps) {
  const t = useTranslations('generate')
  const ui = useTranslations('ui')
  const { retry, cancel } = useNoteTask({ fileId, note })
  if (note.task_status === 0) {
    return (
      <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {ui('cancel')}
      </Button>
    )
  }
  const { actions } = describeFailure(note.task_status)
  return (
    <>
      {actions.includes('again') && (
        <Button size="sm" icon={<RotateCw aria-hidden />} busy={retry.isPending} onClick={() => retry.mutate()}>
          {t('try_again')}
        </Button>
      )}
      {actions.includes('generate') && (
        <Button size="sm" icon={<Sparkles aria-hidden />} onClick={() => openDialog('newNote', { fileId })}>
          {t('generate')}
        </Button>
      )}
    </>
  )
}

/** Writes a note again with the ids of its first request, or stops writing it. */
function useNoteTask({ fileId, note }: NoteTaskProps) {
  const t = useTranslations('generate')
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const onSettled = () => invalidateNotes(queries)
  const retry = useMutation({
    mutationFn: () =>
      generate.retrySumNote({
        params: { id: fileId },
        body: { ori_note_id: note.note_id, ori_note_type: note.note_type, ori_post_id: note.data_post_id },
      }),
    onError: (error) => {
      if (isRefused(error, generate.retrySumNote, 'busy')) return toast.error(t('in_progress'))
      return showFailure(t('start_failed'), error)
    },
    onSettled,
  })
  const cancel = useMutation({
    mutationFn: () => generate.cancelNote({ params: { id: fileId, note_id: note.note_id } }),
    onError: (error) => showFailure(t('stop_failed'), error),
    onSettled,
  })
  return { retry, cancel }
}
