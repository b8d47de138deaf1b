import { RotateCw, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useSettings } from '#features/profile/web.tsx'
import type { Millis } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { SteadyLabel } from '#ui/button/SteadyLabel.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isActive } from '../rules.ts'
import { useEstimateText } from './estimate/useEstimateText.ts'
import { canTellSpeakersApart } from './speakers/canTellSpeakersApart.ts'
import { useGenerate } from './useGenerate.ts'
import { useTask } from './queries.ts'

export type GenerateButtonProps = {
  fileId: string
  /** Length of the audio. */
  duration: Millis
  hasTranscript: boolean
  /** False when the audio was deleted by a retention rule, so that nothing can be transcribed. */
  hasAudio?: boolean
  /** The sample recording uses no minutes. */
  isFree?: boolean
  /** In a header: keeps its width, and shows only the icon where its container is narrow. */
  isCompact?: boolean
}

/** Starts transcription and summary of a recording. Asks for confirmation when there already is a transcript. */
export function GenerateButton(props: GenerateButtonProps) {
  const { fileId, duration, hasTranscript, hasAudio = true, isFree = false, isCompact = false } = props
  const t = useTranslations('generate')
  const format = useFormat()
  const task = useTask(fileId)
  const { start, isStarting } = useGenerate(fileId)
  const [isConfirming, setConfirming] = useState(false)
  const hasEnded = task?.stage === 'failed' || task?.stage === 'done'
  const disabledReason = !hasAudio ? t('audio_deleted') : task && isActive(task) && t('in_progress')
  const speakers = useSpeakerChoice(duration)
  const estimate = useEstimateText(isFree ? null : duration)
  const restart = () => {
    setConfirming(false)
    start('reTranscribe', { separatesSpeakers: speakers.isOn })
  }
  const startFirst = () => {
    start(hasEnded ? 'retry' : undefined)
    if (speakers.isLimited) openDialog('speakerLimit', { duration })
  }
  if (!hasTranscript) {
    const hint = t('generate_hint', { duration: format.duration(duration / 1000) })
    const button = (
      <Button
        variant="main"
        icon={<Sparkles aria-hidden />}
        busy={isStarting}
        disabledReason={disabledReason}
        hint={estimate ? `${hint} · ${estimate}` : hint}
        onClick={startFirst}
      >
        <Label name="generate" isCompact={isCompact} />
      </Button>
    )
    if (isCompact || !estimate) return button
    return (
      <span className="grid justify-items-center gap-2">
        {button}
        <span className="text-sm text-ink2">{estimate}</span>
      </span>
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
        <Label name="transcribe_again" isCompact={isCompact} />
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('transcribe_again_title')}
        confirmLabel={t('transcribe_again')}
        onConfirm={restart}
        onClose={() => setConfirming(false)}
      >
        <p>{t('transcribe_again_warning')}</p>
        {estimate && <p className="mt-2">{estimate}</p>}
        <div className="mt-3 min-h-6">
          <SpeakerSwitch duration={duration} isOn={speakers.isOn} onChange={speakers.change} />
        </div>
      </ConfirmDialog>
    </>
  )
}

const SpeakerSwitch = lazyComponent(async () => (await import('./speakers/SpeakerSwitch.tsx')).SpeakerSwitch)

/** Whether to tell speakers apart, by default as the settings say. */
function useSpeakerChoice(duration: Millis) {
  const { settings } = useSettings()
  const [choice, change] = useState<boolean>()
  const isWanted = settings?.separate_speakers === true
  const isPossible = canTellSpeakersApart(duration)
  return {
    isOn: choice ?? (isWanted && isPossible),
    change,
    /** The recording is too long for what the settings say. */
    isLimited: isWanted && !isPossible,
  }
}

/** In a header, as wide as the wider of the two labels, and only the icon where the header is narrow. */
function Label({ name, isCompact }: { name: 'generate' | 'transcribe_again'; isCompact: boolean }) {
  const t = useTranslations('generate')
  const other = name === 'generate' ? 'transcribe_again' : 'generate'
  if (!isCompact) return t(name)
  return <SteadyLabel label={t(name)} others={[t(other)]} className="@max-[36rem]:sr-only" />
}
