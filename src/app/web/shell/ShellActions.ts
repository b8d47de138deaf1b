import { createContext, use } from 'react'

/** What pages may ask of the shell around them. */
export type ShellActions = {
  /** Opens the upload dialog. */
  openUpload: () => void
  /** Opens the list of keys. */
  showShortcuts: () => void
}

export const ShellActionsContext = createContext<ShellActions>({ openUpload: () => {}, showShortcuts: () => {} })

export const useShellActions = (): ShellActions => use(ShellActionsContext)
