import { useMemo } from 'react'
import { useServerFacts } from '#features/site/web.tsx'
import type { Millis } from '#kit/units.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useIsHeld } from '#ui/dialogTurns.ts'
import { useTimeout } from '#ui/useTimeout.ts'
import { useWords } from '#ui/words.ts'
import { noticeLink, readAddressNotice } from './readAddressNotice.ts'
import type { AddressNotice } from './readAddressNotice.ts'

/** How long the query stays in the URL after the dialog has opened (A§2, A§9). */
const QUERY_STAYS: Millis = 500

export type AddressNoticeProps = {
  /** The query that requests the notice. */
  query: string
  /** Removes the query from the URL. */
  onShown: () => void
  onClose: () => void
  reload?: () => void
}

/** Shows the notice. The text from the URL is rendered as plain text, and only links to trusted hosts are opened. */
export function AddressNoticeScreen({ query, onShown, onClose, reload = () => location.reload() }: AddressNoticeProps) {
  const t = useWords('ui')
  const tp = useWords('pages')
  const notice = useMemo(() => readAddressNotice(query), [query])
  const facts = useServerFacts()
  const leadsTo = notice.link ? noticeLink(notice.link, { origin: location.origin, homes: facts }) : undefined
  useTimeout(onShown, useIsHeld() ? null : QUERY_STAYS)
  const confirm = () => {
    // Closing removes the query, so that the reload does not show the notice again.
    onClose()
    if (leadsTo) window.open(leadsTo.href, '_blank', 'noopener')
    reload()
  }
  const isRegionLock = notice.kind === 'region-lock'
  return (
    <Dialog
      open
      alert={isRegionLock}
      size="small"
      dismissible={!isRegionLock}
      onClose={onClose}
      title={t('notice')}
      onSubmit={confirm}
      footer={
        <>
          {notice.kind === 'other' && (
            <Button variant="quiet" onClick={onClose}>
              {t('cancel')}
            </Button>
          )}
          <Button type="submit" variant="main" className="max-w-full">
            {notice.confirm || t('confirm')}
          </Button>
        </>
      }
    >
      <p className="text-base break-words text-ink2">{notice.text || defaultText(tp, notice)}</p>
      {leadsTo && leadsTo.origin !== location.origin && (
        <p className="mt-2 text-sm break-words text-ink2">{tp('notice_opens', { host: leadsTo.host })}</p>
      )}
    </Dialog>
  )
}

function defaultText(t: ReturnType<typeof useWords<'pages'>>, { kind, code }: AddressNotice): string {
  if (kind === 'region-lock') return t('notice_region')
  return kind === 'migrate' ? t('notice_moved') : t('notice_other', { code: String(code) })
}
