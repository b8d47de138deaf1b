import type { DialogProps } from './ModalDialog.tsx'
import { lazyDialog } from './lazyDialog.tsx'

/**
 * A modal dialog, loaded on first use. On a phone it fills the screen. The focus stays inside and returns to its origin on
 * close.
 */
export const Dialog = lazyDialog<DialogProps>(async () => (await import('./ModalDialog.tsx')).ModalDialog)
