import { RotateCw, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isActive } from '../rules.ts'
import { useGenerate } from './useGenerate.ts'
import { useTask } from './queries.ts'

export type GenerateButtonProps = {
  fileId: string
  hasTranscript: boolean
  /** False when the audio was deleted by a retention rule, so that nothing can be transcribed. */
  hasAudio?: boolean
}

/** Starts transcription and summary of a recording. Asks for confirmation when there already is a transcript. */
export function GenerateButton({ fileId, hasTranscript, hasAudio = true }: GenerateButtonProps) {
  const t = useTranslations('generate')
  const task = useTask(fileId)
  const { start, isStarting } = useGenerate(fileId)
  const [isConfirming, setConfirming] = useState(false)
  const hasEnded = task?.stage === 'failed' || task?.stage === 'done'
  const disabledReason = !hasAudio ? t('audio_deleted') : task && isActive(task) && t('in_progress')
  const restart = () => {
    setConfirming(false)
    start('reTranscribe')
  }
  if (!hasTranscript) {
    return (
      <Button
        variant="main"
        icon={<Sparkles aria-hidden />}
        busy={isStarting}
        disabledReason={disabledReason}
        onClick={() => start(hasEnded ? 'retry' : undefined)}
      >
        {t('generate')}
      </Button>
    )
  }
  return (
    <>
      <Button
        icon={<RotateCw aria-hidden />}
        busy={isStarting}
        disabledReason={disabledReason}
        onClick={() => setConfirming(true)}
      >
        {t('transcribe_again')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('transcribe_again_title')}
        confirmLabel={t('transcribe_again')}
        onConfirm={restart}
        onClose={() => setConfirming(false)}
      >
        {t('transcribe_again_warning')}
      </ConfirmDialog>
    </>
  )
}
