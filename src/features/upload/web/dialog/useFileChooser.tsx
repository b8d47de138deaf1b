import { type ChangeEvent, type ReactNode, useCallback, useRef } from 'react'
import { ACCEPTED_TYPES } from '../../rules.ts'

type OnFiles = (files: readonly File[]) => void

export type FileChooser = {
  /** Rendered anywhere in the page: the one input behind all choose buttons. */
  field: ReactNode
  /** Must be called in the handler of a user action. */
  choose: (kind: 'files' | 'folder' | 'one', onFiles: OnFiles) => void
}

/** True when this browser can choose folders. */
export const canChooseFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype

/** The system's file chooser. `onFiles` receives the files when `choose` was called without its own callback. */
export function useFileChooser(onFiles: OnFiles): FileChooser {
  const input = useRef<HTMLInputElement>(null)
  const pendingCallback = useRef<OnFiles>(null)
  const choose = useCallback((kind: 'files' | 'folder' | 'one', callback: OnFiles) => {
    const field = input.current
    if (!field) return
    pendingCallback.current = callback
    field.webkitdirectory = kind === 'folder'
    field.multiple = kind !== 'one'
    field.click()
  }, [])
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Allows choosing the same file again.
    target.value = ''
    const callback = pendingCallback.current ?? onFiles
    pendingCallback.current = null
    if (files.length > 0) callback(files)
  }
  return { field: <input ref={input} hidden type="file" multiple accept={ACCEPTED_TYPES} onChange={change} />, choose }
}
