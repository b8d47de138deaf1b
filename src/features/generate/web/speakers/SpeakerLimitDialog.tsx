import type { Millis } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PromptDialog } from '#ui/dialog/PromptDialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** Speakers cannot be separated in a recording of this length (B§5). */
    speakerLimit: { duration: Millis }
  }
}

/** Explains that the speakers of a recording cannot be separated because it is too long (B§5). */
export function SpeakerLimitDialog({ open, onClose, duration }: DialogProps<'speakerLimit'>) {
  const t = useTranslations('generate')
  const tUi = useTranslations('ui')
  const format = useFormat()
  return (
    <PromptDialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('speaker_limit_title')}
      closeLabel={tUi('confirm')}
      isCloseMain
    >
      <p className="text-base text-ink2">{t('speaker_limit_text', { duration: format.duration(duration / 1000) })}</p>
    </PromptDialog>
  )
}
