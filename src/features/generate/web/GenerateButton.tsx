import { RotateCw, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { useWords } from '#ui/words.ts'
import { isUnderWay } from '../rules.ts'
import { useGenerate } from './useGenerate.ts'
import { useTask } from './useTasks.ts'

export type GenerateButtonProps = {
  fileId: string
  hasTranscript: boolean
  /** False when the audio was deleted by a retention rule, so that nothing can be transcribed. */
  hasSound?: boolean
}

/** Starts transcription and summary of a recording. Asks for confirmation when there already is a transcript. */
export function GenerateButton({ fileId, hasTranscript, hasSound = true }: GenerateButtonProps) {
  const t = useWords('generate')
  const task = useTask(fileId)
  const { start, isStarting } = useGenerate(fileId)
  const [asks, setAsks] = useState(false)
  const hasEnded = task?.stage === 'failed' || task?.stage === 'done'
  const waits = !hasSound ? t('no_sound') : task && isUnderWay(task) && t('under_way')
  const confirm = () => {
    setAsks(false)
    start('reTranscribe')
  }
  if (!hasTranscript) {
    return (
      <Button
        variant="main"
        icon={<Sparkles aria-hidden />}
        busy={isStarting}
        disabledBecause={waits}
        onClick={() => start(hasEnded ? 'retry' : undefined)}
      >
        {t('generate')}
      </Button>
    )
  }
  return (
    <>
      <Button icon={<RotateCw aria-hidden />} busy={isStarting} disabledBecause={waits} onClick={() => setAsks(true)}>
        {t('again')}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t('again_title')}
        confirmLabel={t('again')}
        onConfirm={confirm}
        onClose={() => setAsks(false)}
      >
        {t('again_warning')}
      </ConfirmDialog>
    </>
  )
}
