import { useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { paths } from '#kit/paths.ts'
import type { Seconds } from '#kit/units.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import { openSync } from '../sync/openSync.ts'

export type LongTranscriptionScreenProps = {
  /** The audio in progress: its total length, and the length not yet transcribed. */
  total: Seconds
  left: Seconds
  onClose: () => void
}

/** Shows how much audio is in progress, that it continues in the background, and where to see the progress. */
export function LongTranscriptionScreen({ total, left, onClose }: LongTranscriptionScreenProps) {
  const t = useWords('pages')
  const ui = useWords('ui')
  const { duration } = useFormat()
  const openPage = useOpenPage()
  const ok = useRef<HTMLButtonElement>(null)
  // The sync status is not shown on the page of a recording (B§2).
  const isOnFile = useRouterState({ select: ({ location }) => location.pathname.startsWith('/file/') })
  const see = () => {
    onClose()
    openSync()
    if (isOnFile) openPage(paths.home())
  }
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      initialFocus={ok}
      title={t('long_title')}
      footer={
        <>
          <Button variant="quiet" onClick={see}>
            {t('long_see')}
          </Button>
          <Button ref={ok} variant="main" onClick={onClose}>
            {ui('confirm')}
          </Button>
        </>
      }
    >
      <p className="text-base text-ink2">{t('long_text', { total: duration(total), left: duration(left) })}</p>
    </Dialog>
  )
}
