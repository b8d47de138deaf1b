import type { Seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import type { StartInput } from '../start/startRequests.ts'
import { useStartTask } from '../useGenerate.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** Everything ever transcribed, and the transcriptions that wait for an answer with the length of their recordings. */
    transcriptionQuota: { transcribed: Seconds; starts: readonly (StartInput & { length: Seconds })[] }
  }
}

/** Asks before a transcription with which the account exceeds the quota of B§5. It stops nothing: "Continue" starts it. */
export function TranscriptionQuotaDialog({ open, onClose, transcribed, starts }: DialogProps<'transcriptionQuota'>) {
  const t = useTranslations('generate')
  const { duration } = useFormat()
  const { run } = useStartTask()
  const total = starts.reduce((sum, { length }) => sum + length, transcribed)
  const continueStarts = () => {
    onClose()
    for (const { length: _, ...input } of starts) void run({ ...input, isConfirmed: true })
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('limit_quota')}
      confirmLabel={t('limit_quota_continue')}
      onConfirm={continueStarts}
    >
      {t('limit_quota_text', { total: duration(total) })}
    </ConfirmDialog>
  )
}
