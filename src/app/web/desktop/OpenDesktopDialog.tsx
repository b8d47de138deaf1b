import { DesktopOpener } from '#features/account/web.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useWords } from '#ui/words.ts'
import { desktopUuid } from './desktopUuid.ts'

export type OpenDesktopDialogProps = {
  open: boolean
  onClose: () => void
  /** The program did not take the focus within 3 seconds. */
  onMissing: () => void
}

/** Opens the desktop program as the one who is signed in here, at once: it was just asked for (B§4). */
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
