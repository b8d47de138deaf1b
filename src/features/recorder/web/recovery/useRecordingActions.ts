import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateFiles } from '#features/files/web.tsx'
import { Refused } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { RecoverableRecording } from '../engine/recoverableRecordings.ts'
import { hideRecording, showRecording } from './hiddenRecordings.ts'
import type { RecordingActions } from '../useStopRecording.ts'
import { useSavedToast } from '../useStopRecording.ts'
import { refetchRecoverable, useRecoveryActions } from './useRecoverableRecordings.ts'

/** How long a discarded recording can be restored. */
const UNDO_PERIOD = seconds(8)

/** Actions of an unfinished recording. `progress` is that of finishing it, 0 to 1. */
export function useRecordingActions(actions: RecordingActions) {
  const t = useTranslations('recorder')
  const toast = useRecordingsToast()
  const queries = useQueryClient()
  const recovery = useRecoveryActions()
  const showSavedToast = useSavedToast(actions)
  const showFailure = useFailureToast()
  const [progress, setProgress] = useState<number | null>(null)
  const finish = async ({ recordingId }: RecoverableRecording) => {
    setProgress(0)
    try {
      const file = await recovery.finish(recordingId, (sentPieces, allPieces) =>
        setProgress(allPieces > 0 ? sentPieces / allPieces : 0),
      )
      if (file) showSavedToast(file)
      else toast.warn(t('too_short'))
      invalidateFiles(queries)
    } catch (error) {
      // The message of a refusal explains the reason.
      const reason = error instanceof Refused ? ` ${t('kept_refused')}` : ''
      showFailure(t('kept_finish_failed') + reason, error)
    } finally {
      setProgress(null)
      refetchRecoverable(queries)
    }
  }
  const discard = ({ recordingId, filename }: RecoverableRecording) => {
    hideRecording(recordingId)
    const stop: Stop = after(UNDO_PERIOD, () => {
      recovery.discard(recordingId).then(
        () => refetchRecoverable(queries),
        (error: unknown) => {
          showRecording(recordingId)
          showFailure(t('discard_failed'), error)
        },
      )
    })
    const undo = () => {
      stop()
      showRecording(recordingId)
    }
    toast.show(t('discarded', { name: filename }), { ms: UNDO_PERIOD, action: { label: t('undo'), run: undo, undoes: true } })
  }
  return { progress, finish, discard, sound: recovery.sound }
}
