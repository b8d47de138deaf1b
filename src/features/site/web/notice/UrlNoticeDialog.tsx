import { useMemo } from 'react'
import type { Millis } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useIsDialogWaiting } from '#ui/dialog/dialogQueue.tsx'
import { useTimeout } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useServerSettings } from '../useServerSettings.ts'
import { getTrustedLink, parseUrlNotice } from './parseUrlNotice.ts'
import type { UrlNotice } from './parseUrlNotice.ts'

/** How long the query stays in the URL after the dialog has opened (A§2, A§9). */
const QUERY_LIFETIME: Millis = 500

export type UrlNoticeDialogProps = {
  open: boolean
  /** The query that requests the notice. */
  query: string
  /** Removes the query from the URL. */
  onShown: () => void
  onClose: () => void
  reload?: () => void
}

/** Shows the notice. The text from the URL is rendered as plain text, and only links to trusted hosts are opened. */
export function UrlNoticeDialog({ open, query, onShown, onClose, reload = () => location.reload() }: UrlNoticeDialogProps) {
  const tUi = useTranslations('ui')
  const tSite = useTranslations('site')
  const notice = useMemo(() => parseUrlNotice(query), [query])
  const facts = useServerSettings()
  const linkUrl = notice.link ? getTrustedLink(notice.link, { origin: location.origin, trusted: facts }) : undefined
  useTimeout(onShown, useIsDialogWaiting() ? null : QUERY_LIFETIME)
  const confirm = () => {
    // Closing removes the query, so that the reload does not show the notice again.
    onClose()
    if (linkUrl) window.open(linkUrl.href, '_blank', 'noopener')
    reload()
  }
  const isRegionLock = notice.kind === 'region-lock'
  return (
    <Dialog
      open={open}
      alert={isRegionLock}
      size="small"
      dismissible={!isRegionLock}
      onClose={onClose}
      title={tUi('notice')}
      onSubmit={confirm}
      footer={
        <>
          {notice.kind === 'other' && (
            <Button variant="quiet" onClick={onClose}>
              {tUi('cancel')}
            </Button>
          )}
          <Button type="submit" variant="main" className="max-w-full">
            {notice.confirm || tUi('confirm')}
          </Button>
        </>
      }
    >
      <p className="text-base break-words text-ink2">{notice.text || defaultText(tSite, notice)}</p>
      {linkUrl && linkUrl.origin !== location.origin && (
        <p className="mt-2 text-sm break-words text-ink2">{tSite('notice_opens', { host: linkUrl.host })}</p>
      )}
    </Dialog>
  )
}

function defaultText(t: ReturnType<typeof useTranslations<'site'>>, { kind, code }: UrlNotice): string {
  if (kind === 'region-lock') return t('notice_region')
  return kind === 'migrate' ? t('notice_moved') : t('notice_other', { code: String(code) })
}
