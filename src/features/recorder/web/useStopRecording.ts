import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showNewFile } from '#features/files/web.tsx'
import { seconds } from '#shared/units.ts'
import { useAction } from '#ui/action/useAction.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useRecorder, useRecorderState } from './RecorderContext.ts'
import { refetchRecoverable } from './recovery/useRecoverableRecordings.ts'
import { type RecordingActions, useSavedToast, ENDED_TOAST_ID } from './useSavedToast.ts'
import { useTimeout } from '#browser/timers/timerHooks.ts'

/**
 * When a recording has become a file, opens its page and resets the recorder. If the recording ended by itself or the user has left
 * the page, a toast is shown instead. It also reports a recording that was too short.
 */
export function useStopRecording(actions: RecordingActions): void {
  const t = useTranslations('recorder')
  const toast = useToast()
  const queries = useQueryClient()
  const recorder = useRecorder()
  const showSavedToast = useSavedToast(actions)
  const phase = useRecorderState((state) => state.phase)
  const latest = useRef({ actions, showSavedToast, t, toast })
  useEffect(() => {
    latest.current = { actions, showSavedToast, t, toast }
  })
  const stoppedAt = useRef<string>(undefined)
  useEffect(
    () =>
      recorder.onFile((file) => {
        latest.current.actions.onNewFile(file)
        showNewFile(queries, file)
        void queries.invalidateQueries({ queryKey: ['folders'] })
        refetchRecoverable(queries)
      }),
    [recorder, queries],
  )
  useEffect(() => {
    if (phase === 'finishing') stoppedAt.current = location.pathname
    if (phase !== 'ended') return
    const { file, tooShort, stopped } = recorder.store.getState()
    const isLimit = stopped?.why === 'limit'
    if (file && !isLimit && stoppedAt.current === location.pathname) latest.current.actions.onOpenFile(file.id)
    else if (file) latest.current.showSavedToast(file, isLimit)
    else if (tooShort) latest.current.toast.warn(latest.current.t('too_short'), { id: ENDED_TOAST_ID, ms: seconds(8) })
    recorder.reset()
  }, [phase, recorder])
}

/** How long a discarded recording can be restored. */
const UNDO_PERIOD = seconds(8)
const DISCARDED_TOAST_ID = 'recorder-discarded'

/**
 * Discards the running recording: after a confirmation it is hidden immediately, and deleted unless that is undone in time. Until
 * then it stays stored, so closing the page loses nothing.
 */
export function useDiscard() {
  const t = useTranslations('recorder')
  const toast = useToast()
  const recorder = useRecorder()
  const discard = useAction(() => recorder.discard(), { failure: t('discard_failed') })
  const [state, setState] = useState<'none' | 'asking' | 'gone'>('none')
  const isHidden = useRef(false)
  useEffect(() => {
    isHidden.current = state === 'gone'
  })
  const discardNow = async () => {
    setState('none')
    toast.close(DISCARDED_TOAST_ID)
    await discard.run()
  }
  useTimeout(() => void discardNow(), state === 'gone' ? UNDO_PERIOD : null)
  const undo = () => {
    if (isHidden.current) setState('none')
  }
  return {
    isConfirming: state === 'asking',
    isHidden: state === 'gone',
    requestConfirmation: () => setState('asking'),
    cancel: () => setState('none'),
    confirm: () => {
      recorder.pause()
      setState('gone')
      const name = recorder.store.getState().filename
      toast.show(t('discarded', { name }), {
        id: DISCARDED_TOAST_ID,
        ms: UNDO_PERIOD,
        action: { label: t('undo'), run: undo, undoes: true },
      })
    },
    discardNow,
  }
}
