import { useEffect, useRef, useState } from 'react'
import { seconds } from '#kit/units.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useTimeout } from '#ui/useTimeout.ts'
import { useWords } from '#ui/words.ts'
import { useRecorder } from './RecorderContext.ts'

/** How long a discarded recording can be restored. */
const UNDO_FOR = seconds(8)
const DISCARDED = 'recorder-discarded'

/**
 * Discards the running recording: after a confirmation it is hidden at once, and deleted when it is not undone in time. Until
 * then it stays stored, so that closing the page loses nothing.
 */
export function useDiscard() {
  const t = useWords('recorder')
  const toast = useRecordingsToast()
  const sayFailure = useFailureToast()
  const recorder = useRecorder()
  const [step, setStep] = useState<'none' | 'asking' | 'gone'>('none')
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = step === 'gone'
  })
  const forGood = async () => {
    setStep('none')
    toast.close(DISCARDED)
    await recorder.discard().catch((error: unknown) => sayFailure(t('discard_failed'), error))
  }
  useTimeout(() => void forGood(), step === 'gone' ? UNDO_FOR : null)
  const undo = () => {
    if (isGone.current) setStep('none')
  }
  return {
    isAsking: step === 'asking',
    isGone: step === 'gone',
    ask: () => setStep('asking'),
    cancel: () => setStep('none'),
    confirm: () => {
      recorder.pause()
      setStep('gone')
      const name = recorder.store.getState().filename
      toast.show(t('discarded', { name }), { id: DISCARDED, ms: UNDO_FOR, action: { label: t('undo'), run: undo, undoes: true } })
    },
    forGood,
  }
}
