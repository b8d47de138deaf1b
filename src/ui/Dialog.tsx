import type { DialogProps } from './DialogScreen.tsx'
import { lazyDialog } from './lazyDialog.tsx'

/** A modal dialog; on a phone a sheet over the whole height. Focus is held inside and given back. */
export const Dialog = lazyDialog<DialogProps>(async () => (await import('./DialogScreen.tsx')).DialogScreen)
