import { AudioLines, RotateCw, Sparkles } from 'lucide-react'
import type { Millis } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { GENERATE_FLAGS, isActive } from '../rules.ts'
import { useEstimateText } from './estimate/useEstimateText.ts'
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
  /** In a header: shows only the icon where its container is narrow. */
  isCompact?: boolean
}

/** Opens the dialog that starts transcription and summary. With a transcript it asks what to generate again. */
export function GenerateButton(props: GenerateButtonProps) {
  const { fileId, duration, hasTranscript, hasAudio = true, isFree = false, isCompact = false } = props
  const t = useTranslations('generate')
  const format = useFormat()
  const task = useTask(fileId)
  const busyReason = task && isActive(task) && t('in_progress')
  const estimate = useEstimateText(isFree ? null : duration)
  const label = isCompact ? <span className="@max-[36rem]:sr-only">{t('generate')}</span> : t('generate')
  const open = (flag: 0 | 1 | 2) => openDialog('generate', { fileId, flag })
  if (hasTranscript) {
    const trigger = (
      <Button variant="main" icon={<Sparkles aria-hidden />} disabledReason={busyReason}>
        {label}
      </Button>
    )
    return (
      <Menu trigger={trigger}>
        <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => open(GENERATE_FLAGS.resummarise)}>
          {t('summarize_again')}
        </MenuItem>
        <MenuItem
          icon={<AudioLines aria-hidden />}
          disabledReason={!hasAudio && t('audio_deleted')}
          onSelect={() => open(GENERATE_FLAGS.retranscribe)}
        >
          {t('transcribe_again')}
        </MenuItem>
      </Menu>
    )
  }
  const hint = t('generate_hint', { duration: format.duration(duration / 1000) })
  const button = (
    <Button
      variant="main"
      icon={<Sparkles aria-hidden />}
      disabledReason={!hasAudio ? t('audio_deleted') : busyReason}
      hint={estimate ? `${hint} · ${estimate}` : hint}
      onClick={() => open(GENERATE_FLAGS.generate)}
    >
      {label}
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
