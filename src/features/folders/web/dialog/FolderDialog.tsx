import { lazyDialog } from '#ui/dialog/lazyDialog.tsx'
import type { FolderDialogProps } from './FolderForm.tsx'

export type { FolderDialogProps } from './FolderForm.tsx'

/** Creates or changes a folder: name, colour, icon (B§2). Enter saves, Esc closes (B§5). */
export const FolderDialog = lazyDialog<FolderDialogProps>(async () => (await import('./FolderForm.tsx')).FolderForm)
