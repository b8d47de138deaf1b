import { paths } from '#shared/paths.ts'
import type { Seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PromptDialog } from '#ui/dialog/PromptDialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** Everything ever transcribed, with what is being transcribed. */
    transcriptionQuota: { total: Seconds }
  }
}

/** Says that the account has transcribed more than the quota of B§5. Nothing is stopped. */
export function TranscriptionQuotaDialog({ open, onClose, total }: DialogProps<'transcriptionQuota'>) {
  const t = useTranslations('generate')
  const tUi = useTranslations('ui')
  const { duration } = useFormat()
  const openPage = useOpenPage()
  const showHistory = () => {
    onClose()
    openPage(paths.memberHistory())
  }
  return (
    <PromptDialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('limit_quota')}
      closeLabel={tUi('confirm')}
      isCloseMain
      action={{ label: t('limit_quota_history'), run: showHistory }}
    >
      <p className="text-base text-ink2">{t('limit_quota_text', { total: duration(total) })}</p>
    </PromptDialog>
  )
}
