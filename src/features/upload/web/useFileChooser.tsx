import { type ChangeEvent, type ReactNode, useCallback, useRef } from 'react'
import { ACCEPT } from '../rules.ts'

type Hear = (files: readonly File[]) => void

export type FileChooser = {
  /** Rendered anywhere in the page: the one input behind all choose buttons. */
  field: ReactNode
  /** Must be called in the handler of a user action. */
  choose: (how: 'files' | 'folder' | 'one', hear: Hear) => void
}

/** True when this browser can choose folders. */
export const canChooseFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype

/** The system's file chooser. `onFiles` receives the files when `choose` was called without its own callback. */
export function useFileChooser(hear: Hear): FileChooser {
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef<Hear>(null)
  const choose = useCallback((how: 'files' | 'folder' | 'one', then: Hear) => {
    const field = input.current
    if (!field) return
    asked.current = then
    field.webkitdirectory = how === 'folder'
    field.multiple = how !== 'one'
    field.click()
  }, [])
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Allows choosing the same file again.
    target.value = ''
    const then = asked.current ?? hear
    asked.current = null
    if (files.length > 0) then(files)
  }
  return { field: <input ref={input} hidden type="file" multiple accept={ACCEPT} onChange={change} />, choose }
}
