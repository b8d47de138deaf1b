import { type ChangeEvent, type ReactNode, useCallback, useRef } from 'react'
import { ACCEPT } from '../rules.ts'

type Hear = (files: readonly File[]) => void

export type FileChooser = {
  /** Goes anywhere in the page: the one field behind every button that chooses. */
  field: ReactNode
  /** Must be called while a press is being heard. */
  choose: (how: 'files' | 'folder' | 'one', hear: Hear) => void
}

/** Whether this browser can choose a folder with all that is in it. */
export const canChooseFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype

/** The system's file chooser; `hear` gets what is chosen when nothing else was asked for. */
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
    // So that the same file can be chosen again.
    target.value = ''
    const then = asked.current ?? hear
    asked.current = null
    if (files.length > 0) then(files)
  }
  return { field: <input ref={input} hidden type="file" multiple accept={ACCEPT} onChange={change} />, choose }
}
