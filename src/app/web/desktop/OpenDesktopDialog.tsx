import { DesktopOpener } from '#features/account/web.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { newId } from '#ui/newId.ts'
import { NoExpiration, STORED, recallText, store } from '#ui/storage.ts'
import { useWords } from '#ui/words.ts'

export type OpenDesktopDialogProps = {
  open: boolean
  onClose: () => void
  /** The program did not take the focus within 3 seconds. */
  onMissing: () => void
}

/** Opens the desktop program with the signed-in account, at once, because the user has just requested it (B§4). */
export function OpenDesktopDialog({ open, onClose, onMissing }: OpenDesktopDialogProps) {
  const t = useWords('pages')
  return (
    <Dialog size="small" open={open} onClose={onClose} title={t('desktop_open_title')} description={t('desktop_open_text')}>
      <div className="grid justify-items-start gap-3 pb-2">
        <DesktopOpener
          atOnce
          desktopUuid={desktopUuid()}
          onSignedOut={onClose}
          onMissing={onMissing}
          openedText={t('desktop_open_done')}
        />
      </div>
    </Dialog>
  )
}

/**
 * Returns the id that this browser gives to the desktop program when the program has sent none (B§4). The id is stored, so that
 * a new session of the program replaces its last one.
 */
function desktopUuid(): string {
  const kept = recallText(STORED.desktopUuid)
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
  const made = newId()
  store(STORED.desktopUuid, made, { lifetime: NoExpiration })
  return made
}
