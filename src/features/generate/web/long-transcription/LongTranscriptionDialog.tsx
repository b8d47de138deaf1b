import { useNavigate } from '@tanstack/react-router'
import type { Seconds } from '#shared/units.ts'
import { usePageName } from '#browser/routing/usePageName.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PromptDialog } from '#ui/dialog/PromptDialog.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import type { DialogProps } from '#ui/dialog/openDialog.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** The audio in progress: its total length, and the length not yet transcribed. */
    longTranscription: { total: Seconds; remaining: Seconds }
  }
}

/** Shows how much audio is in progress, that it continues in the background, and where to see the progress. */
export function LongTranscriptionDialog({ open, onClose, total, remaining }: DialogProps<'longTranscription'>) {
  const t = useTranslations('generate')
  const tUi = useTranslations('ui')
  const { duration } = useFormat()
  const navigate = useNavigate()
  // The sync status is not shown on the page of a recording (B§2).
  const isFilePage = usePageName() === 'file'
  const showProgress = () => {
    onClose()
    openDialog('sync')
    if (isFilePage) void navigate({ to: '/' })
  }
  return (
    <PromptDialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('long_title')}
      closeLabel={tUi('confirm')}
      isCloseMain
      action={{ label: t('long_show_progress'), run: showProgress }}
    >
      <p className="text-base text-ink2">{t('long_text', { total: duration(total), left: duration(remaining) })}</p>
    </PromptDialog>
  )
}
