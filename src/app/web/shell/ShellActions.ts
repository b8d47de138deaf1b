import { createContext, use } from 'react'

/** What pages may ask of the shell around them. */
export type ShellActions = {
  /** Opens the upload dialog. */
  openUpload: () => void
}

export const ShellActionsContext = createContext<ShellActions>({ openUpload: () => {} })

export const useShellActions = (): ShellActions => use(ShellActionsContext)
