import { create } from 'zustand'
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx'
import { QueuedDialog } from '../dialog/dialogQueue.tsx'
import type { ServerNotice } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Shows a notice of the server (A§8). Pass it to `setSendHandlers`. A new notice replaces the one that is shown. */
export const showServerNotice = (notice: ServerNotice): void => useShownNotice.setState({ notice })

/**
 * The dialog of server notices, mounted once by the app. For a region lock OK closes it. For a migration OK opens the link in a
 * new tab and reloads the page. The message is rendered as text, never as HTML, and only safe links are opened.
 */
export function ServerNotices({ reload = () => location.reload() }: { reload?: () => void }) {
  const t = useTranslations('ui')
  const notice = useShownNotice((state) => state.notice)
  const confirm = () => {
    if (!notice) return
    useShownNotice.setState({ notice: undefined })
    if (notice.kind === 'region-locked') return
    if (notice.link && isSafeLink(notice.link)) window.open(notice.link, '_blank', 'noopener')
    reload()
  }
  return (
    <QueuedDialog priority="notice" open={notice !== undefined}>
      {notice && (
        <ConfirmDialog open cancellable={false} title={t('notice')} onConfirm={confirm} onClose={() => {}}>
          {notice.message}
        </ConfirmDialog>
      )}
    </QueuedDialog>
  )
}

/**
 * Returns true when the link of a notice (A§8) is safe to open: https, or http if this page was loaded over http, and without
 * user name and password. The link comes from our own server, over the same connection as this page.
 */
export function isSafeLink(link: string, page: { protocol: string } = location): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, username, password } = new URL(link)
  return (protocol === 'https:' || (protocol === 'http:' && page.protocol === 'http:')) && !username && !password
}

const useShownNotice = create<{ notice: ServerNotice | undefined }>(() => ({ notice: undefined }))
