import { type Grabbed, grabDrop, isNothing } from '#features/upload/web.tsx'
import { useEvent } from '#ui/useEvent.ts'

/** Files and folders pasted anywhere on the page; text stays with whoever it was meant for. */
export function useFilePaste(onPaste: (grabbed: Grabbed) => void): void {
  useEvent('window', 'paste', (event) => {
    if (event.defaultPrevented || !event.clipboardData) return
    const grabbed = grabDrop(event.clipboardData)
    if (isNothing(grabbed)) return
    // Text copied from a table brings its picture along.
    if (event.clipboardData.types.includes('text/plain') && isTyping(event.target)) return
    event.preventDefault()
    onPaste(grabbed)
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]:not([contenteditable="false"])') !== null
