import { useEffect } from 'react'
import { DesktopOpener } from '#features/account/web.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useIsDialogWaiting } from '#ui/dialog/dialogQueue.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { newId } from '#browser/random/random.ts'
import { NO_EXPIRATION, STORAGE_KEYS, getString, setItem } from '#browser/storage/storage.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    openDesktop: object
  }
}

/**
 * Opens the desktop program with the signed-in account, at once, because the user has just requested it. If the program does not
 * take the focus within 3 seconds, it offers the download (B§4).
 */
export function OpenDesktopDialog({ open, onClose }: DialogProps<'openDesktop'>) {
  const t = useTranslations('site')
  const isWaiting = useIsDialogWaiting()
  useEffect(() => {
    // A dialog with a higher priority ends the attempt, so that the program is not opened again without a new request.
    if (isWaiting) onClose()
  }, [isWaiting, onClose])
  const offerDownload = () => {
    onClose()
    openDialog('download', { launchFailed: true })
  }
  return (
    <Dialog size="small" open={open} onClose={onClose} title={t('desktop_open_title')} description={t('desktop_open_text')}>
      <div className="grid justify-items-start gap-3 pb-2">
        <DesktopOpener
          openImmediately
          desktopUuid={getDesktopUuid()}
          onSignedOut={onClose}
          onMissing={offerDownload}
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
