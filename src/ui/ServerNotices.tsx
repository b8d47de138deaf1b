import { useSyncExternalStore } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { DialogTurn } from './DialogTurn.tsx'
import type { ServerNotice } from './send.ts'
import { useWords } from './words.ts'
import { makeWatchers } from './makeWatchers.ts'

/** Shows a notice of the server (A§8). Pass it to `setSendHandlers`. A new notice replaces the one that is shown. */
export function raiseNotice(notice: ServerNotice): void {
  shown = notice
  tellAll()
}

/**
 * The dialog of server notices, mounted once by the app. For a region lock OK closes it. For a migration OK opens the link in a
 * new tab and reloads the page. The message is rendered as text, never as HTML, and only safe links are opened.
 */
export function ServerNotices({ reload = () => location.reload() }: { reload?: () => void }) {
  const t = useWords('ui')
  const notice = useSyncExternalStore(watch, () => shown)
  const confirm = () => {
    if (!notice) return
    shown = undefined
    tellAll()
    if (notice.kind === 'region-locked') return
    if (notice.link && mayOpenLink(notice.link)) window.open(notice.link, '_blank', 'noopener')
    reload()
  }
  return (
    <DialogTurn name="server_notice" wants={notice !== undefined}>
      {notice && (
        <ConfirmDialog open cancellable={false} title={t('notice')} onConfirm={confirm} onClose={() => {}}>
          {notice.message}
        </ConfirmDialog>
      )}
    </DialogTurn>
  )
}

/**
 * Returns true when the link of a notice (A§8) is safe to open: https, or http if this page was loaded over http, and without
 * user name and password. The link comes from our own server, over the same connection as this page.
 */
export function mayOpenLink(link: string, from: { protocol: string } = location): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, username, password } = new URL(link)
  return (protocol === 'https:' || (protocol === 'http:' && from.protocol === 'http:')) && !username && !password
}

let shown: ServerNotice | undefined
const { watch, tellAll } = makeWatchers()
