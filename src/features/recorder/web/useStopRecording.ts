import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { invalidateFiles } from '#features/files/web.tsx'
import { seconds } from '#shared/units.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useRecorder, useRecorderState } from './RecorderContext.ts'
import { refetchRecoverable } from './recovery/useRecoverableRecordings.ts'

export type RecordingActions = { onOpenFile: (fileId: string) => void; onTranscribe: (fileId: string) => void }

/** Long enough to be noticed after a conversation. */
const TOAST_DURATION = seconds(20)

/** Shows a toast when a recording has become a file or was too short, and resets the recorder. */
export function useStopRecording(actions: RecordingActions): void {
  const t = useTranslations('recorder')
  const toast = useRecordingsToast()
  const queries = useQueryClient()
  const recorder = useRecorder()
  const showSavedToast = useSavedToast(actions)
  const phase = useRecorderState((state) => state.phase)
  const latest = useRef({ recorder, showSavedToast, t, toast })
  useEffect(() => {
    latest.current = { recorder, showSavedToast, t, toast }
  })
  useEffect(
    () =>
      recorder.onFile(() => {
        invalidateFiles(queries)
        void queries.invalidateQueries({ queryKey: ['folders'] })
        refetchRecoverable(queries)
      }),
    [recorder, queries],
  )
  useEffect(() => {
    if (phase !== 'ended') return
    const { file, tooShort, stopped } = recorder.store.getState()
    if (file) latest.current.showSavedToast(file, stopped?.why === 'limit')
    else if (tooShort) latest.current.toast.warn(latest.current.t('too_short'), { id: ENDED_TOAST_ID, ms: seconds(8) })
    recorder.reset()
  }, [phase, recorder])
}

/** Shows that a recording is in the library, with actions for it. */
export function useSavedToast({ onOpenFile, onTranscribe }: RecordingActions) {
  const t = useTranslations('recorder')
  const toast = useRecordingsToast()
  return (file: { id: string; filename: string }, isLimit = false) =>
    toast.show(t(isLimit ? 'saved_limit' : 'saved', { name: file.filename }), {
      id: ENDED_TOAST_ID,
      ms: TOAST_DURATION,
      actions: [
        { label: t('open'), run: () => onOpenFile(file.id) },
        { label: t('transcribe'), run: () => onTranscribe(file.id) },
      ],
    })
}

const ENDED_TOAST_ID = 'recorder-ended'
