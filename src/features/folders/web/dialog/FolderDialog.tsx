import { lazyDialog } from '#ui/dialog/Dialog.tsx'

/** Creates or changes a folder: name, colour, icon (B§2). Enter saves, Esc closes (B§5). */
export const FolderDialog = lazyDialog(async () => (await import('./FolderForm.tsx')).FolderForm)
