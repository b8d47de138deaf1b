import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/**
 * The dialogs that can open on every page, with what they are opened with. Each feature adds its own:
 * `declare module '#ui/dialog/openDialog.ts' { interface DialogParameters { upload: { folderId: string | null } } }`.
 */
export interface DialogParameters {}
export type DialogName = keyof DialogParameters

/** The props of such a dialog: what it was opened with, whether it is open, and what closes it. */
export type DialogProps<Name extends DialogName> = DialogParameters[Name] & { open: boolean; onClose: () => void }

/**
 * Opens a dialog of any feature: `openDialog('download')`. It is shown when no other dialog goes first (`dialogQueue.tsx`).
 * Opening it again replaces what it was opened with.
 */
export function openDialog<Name extends DialogName>(
  name: Name,
  // The second argument may be left out if every parameter is optional.
  ...[parameters]: object extends DialogParameters[Name] ? [DialogParameters[Name]?] : [DialogParameters[Name]]
): void {
  openDialogs.setState({ [name]: parameters ?? {} })
}

export const closeDialog = (name: DialogName): void => openDialogs.setState({ [name]: undefined })

/** Returns what a dialog was opened with, also while it waits for another one, or undefined while it is closed. */
export const getOpenDialog = <Name extends DialogName>(name: Name): DialogParameters[Name] | undefined =>
  openDialogs.getState()[name]

/** Also true while the dialog waits for another one. */
export const isDialogOpen = (name: DialogName): boolean => getOpenDialog(name) !== undefined

/** The same for components, which it renders again when it changes. */
export const useOpenDialog = <Name extends DialogName>(name: Name): DialogParameters[Name] | undefined =>
  useStore(openDialogs, (state) => state[name])

type OpenDialogs = { readonly [Name in DialogName]?: DialogParameters[Name] | undefined }
const openDialogs = createStore<OpenDialogs>(() => ({}))
