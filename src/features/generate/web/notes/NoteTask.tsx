import type { Note } from '#features/notes/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { TASK_CODES } from '../../contract.ts'
import { FailureCard } from '../FailureCard.tsx'
import { dismissFailure, useIsFailureDismissed } from '../dismissedFailures.ts'
import { useNoteTasks } from './useNoteTasks.ts'

type NoteTaskProps = { fileId: string; note: Note; className?: string }

/** Shows that a note is being written, or why that failed and what to do about it (B§8). Otherwise empty. */
export function NoteTask({ fileId, note, className }: NoteTaskProps) {
  const t = useTranslations('generate')
  const ui = useTranslations('ui')
  const { retry, retryingId, stop, stoppingId } = useNoteTasks(fileId)
  const isDismissed = useIsFailureDismissed()
  const status = note.task_status
  if (status === TASK_CODES.inProgress) {
    return (
      <section aria-label={t('progress')} className={className}>
        <div className="grid gap-2 rounded-lg border border-line bg-raised px-4 py-3">
          <div className="flex items-center gap-3">
            <span role="status" className="min-w-0 flex-1 font-[560]">
              {t('stage_summarising')}
            </span>
            <Button size="sm" busy={stoppingId === note.note_id} onClick={() => stop(note.note_id)}>
              {ui('cancel')}
            </Button>
          </div>
          <ProgressBar label={t('stage_summarising')} value={null} />
        </div>
      </section>
    )
  }
  const failureId = `${note.note_id}-${note.data_post_id}-${status}`
  if (status >= 0 || isDismissed(failureId)) return null
  const actions = {
    again: () => retry(note),
    generate: () => openDialog('newNote', { fileId, note }),
    cancel: () => dismissFailure(failureId),
  }
  return (
    <FailureCard
      status={status}
      place={note.note_type === 'high_light' ? 'highlights' : 'note'}
      modelFailure={note.model_failure}
      actions={actions}
      isBusy={retryingId === note.note_id}
      className={className}
    />
  )
}
