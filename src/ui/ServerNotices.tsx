import { useSyncExternalStore } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { DialogTurn } from './DialogTurn.tsx'
import { mayOpenLink } from './mayOpenLink.ts'
import type { ServerNotice } from './send.ts'
import { useWords } from './words.ts'
import { makeWatchers } from './makeWatchers.ts'

/** Shows what the server tells everybody (A§8); hand it to `handleAnswers`. A second notice waits for no answer to the first. */
export function raiseNotice(notice: ServerNotice): void {
  shown = notice
  tellAll()
}

/**
 * Mounted once by the app. Region lock: the message and OK. Migrate: OK opens the link in a new tab, then reloads.
 * What the server says is shown as text, never as HTML, and a link is opened only where it may lead.
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

let shown: ServerNotice | undefined
const { watch, tellAll } = makeWatchers()
