import { DesktopOpener } from '#features/account/web.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { newId } from '#browser/random/random.ts'
import { NO_EXPIRATION, STORAGE_KEYS, getString, setItem } from '#browser/storage/storage.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type OpenDesktopDialogProps = {
  open: boolean
  onClose: () => void
  /** The program did not take the focus within 3 seconds. */
  onLaunchFailed: () => void
}

/** Opens the desktop program with the signed-in account, at once, because the user has just requested it (B§4). */
export function OpenDesktopDialog({ open, onClose, onLaunchFailed }: OpenDesktopDialogProps) {
  const t = useTranslations('pages')
  return (
    <Dialog size="small" open={open} onClose={onClose} title={t('desktop_open_title')} description={t('desktop_open_text')}>
      <div className="grid justify-items-start gap-3 pb-2">
        <DesktopOpener
          openImmediately
          desktopUuid={getDesktopUuid()}
          onSignedOut={onClose}
          onMissing={onLaunchFailed}
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
function getDesktopUuid(): string {
  const stored = getString(STORAGE_KEYS.desktopUuid)
  if (stored && /^[0-9a-f]{32}$/.test(stored)) return stored
  const newUuid = newId()
  setItem(STORAGE_KEYS.desktopUuid, newUuid, { lifetime: NO_EXPIRATION })
  return newUuid
}
