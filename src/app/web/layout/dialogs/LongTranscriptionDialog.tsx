import { useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { paths } from '#shared/paths.ts'
import type { Seconds } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openSyncPopover } from '../../sync/openSyncPopover.ts'

export type LongTranscriptionDialogProps = {
  /** The audio in progress: its total length, and the length not yet transcribed. */
  total: Seconds
  left: Seconds
  onClose: () => void
}

/** Shows how much audio is in progress, that it continues in the background, and where to see the progress. */
export function LongTranscriptionDialog({ total, left, onClose }: LongTranscriptionDialogProps) {
  const t = useTranslations('pages')
  const tUi = useTranslations('ui')
  const { duration } = useFormat()
  const openPage = useOpenPage()
  const confirmButton = useRef<HTMLButtonElement>(null)
  // The sync status is not shown on the page of a recording (B§2).
  const isFilePage = useRouterState({ select: ({ location }) => location.pathname.startsWith('/file/') })
  const showProgress = () => {
    onClose()
    openSyncPopover()
    if (isFilePage) openPage(paths.home())
  }
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      initialFocus={confirmButton}
      title={t('long_title')}
      footer={
        <>
          <Button variant="quiet" onClick={showProgress}>
            {t('long_see')}
          </Button>
          <Button ref={confirmButton} variant="main" onClick={onClose}>
            {tUi('confirm')}
          </Button>
        </>
      }
    >
      <p className="text-base text-ink2">{t('long_text', { total: duration(total), left: duration(left) })}</p>
    </Dialog>
  )
}
