import { withPages } from '../withPages.ts'
import type { DesktopDialogsProps } from '../desktop/DesktopDialogs.tsx'
import { DialogTurn } from '#ui/DialogTurn.tsx'
import { lazyDialog } from '#ui/lazyDialog.tsx'

/** The dialogs of the main layout that the user can open, one at a time. */
export type Asked = 'keys' | 'palette' | 'download' | 'launch'

/** Shows the requested dialog. Its code is loaded when it first opens. `onClose` receives the dialog that closes. */
export function ShellAsked({ asked, onClose }: { asked: Asked | null; onClose: (which: Asked) => void }) {
  const closes = (which: Asked) => () => onClose(which)
  const desktop = asked === 'download' || asked === 'launch'
  return (
    <>
      <DialogTurn name="shortcuts" wants={asked === 'keys'}>
        <Keys open={asked === 'keys'} onClose={closes('keys')} />
      </DialogTurn>
      <DialogTurn name="palette" wants={asked === 'palette'}>
        <Palette open={asked === 'palette'} onClose={closes('palette')} />
      </DialogTurn>
      <Desktop
        open={desktop}
        onClose={() => asked && desktop && onClose(asked)}
        download={asked === 'download'}
        onDownloadClose={closes('download')}
        launch={asked === 'launch'}
        onLaunchClose={closes('launch')}
      />
    </>
  )
}

type Openable = { open: boolean; onClose: () => void }

const Keys = lazyDialog<Openable>(withPages(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog))
const Palette = lazyDialog<Openable>(withPages(async () => (await import('./palette/CommandPalette.tsx')).CommandPalette))
const Desktop = lazyDialog<DesktopDialogsProps & Openable>(
  withPages<DesktopDialogsProps & Openable>(async () => (await import('../desktop/DesktopDialogs.tsx')).DesktopDialogs),
)
