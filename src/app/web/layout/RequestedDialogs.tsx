import { withPagesNamespace } from '../withNamespace.ts'
import type { DesktopDialogsProps } from '../downloads/DesktopDialogs.tsx'
import { QueuedDialog } from '#ui/dialog/QueuedDialog.tsx'
import { lazyDialog } from '#ui/dialog/lazyDialog.tsx'

/** The dialogs of the main layout that the user can open, one at a time. */
export type RequestedDialog = 'keys' | 'palette' | 'download' | 'launch'

/** Shows the requested dialog. Its code is loaded when it first opens. `onClose` receives the dialog that closes. */
export function RequestedDialogs({
  requested,
  onClose,
}: {
  requested: RequestedDialog | null
  onClose: (dialog: RequestedDialog) => void
}) {
  const closeHandler = (dialog: RequestedDialog) => () => onClose(dialog)
  const isDesktopDialog = requested === 'download' || requested === 'launch'
  return (
    <>
      <QueuedDialog name="shortcuts" open={requested === 'keys'}>
        <LazyShortcutsDialog open={requested === 'keys'} onClose={closeHandler('keys')} />
      </QueuedDialog>
      <QueuedDialog name="palette" open={requested === 'palette'}>
        <LazyCommandPalette open={requested === 'palette'} onClose={closeHandler('palette')} />
      </QueuedDialog>
      <LazyDesktopDialogs
        open={isDesktopDialog}
        onClose={() => requested && isDesktopDialog && onClose(requested)}
        downloadRequested={requested === 'download'}
        onDownloadClose={closeHandler('download')}
        launchRequested={requested === 'launch'}
        onLaunchClose={closeHandler('launch')}
      />
    </>
  )
}

type OpenableProps = { open: boolean; onClose: () => void }

const LazyShortcutsDialog = lazyDialog<OpenableProps>(
  withPagesNamespace(async () => (await import('./shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog),
)
const LazyCommandPalette = lazyDialog<OpenableProps>(
  withPagesNamespace(async () => (await import('../palette/CommandPalette.tsx')).CommandPalette),
)
const LazyDesktopDialogs = lazyDialog<DesktopDialogsProps & OpenableProps>(
  withPagesNamespace<DesktopDialogsProps & OpenableProps>(
    async () => (await import('../downloads/DesktopDialogs.tsx')).DesktopDialogs,
  ),
)
