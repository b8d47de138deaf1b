import { useRef } from 'react'
import { useEvent } from '#ui/useEvent.ts'

/** Arrows lead from the field into the links below it, along them and back; Esc in the field empties it. Returns the page's ref. */
export function useSearchKeys(clear: () => void) {
  const page = useRef<HTMLDivElement>(null)
  useEvent('document', 'keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const field = page.current?.querySelector<HTMLInputElement>('input[type="search"]')
    const stops = [field, ...(page.current?.querySelectorAll<HTMLElement>('a[data-result]') ?? [])]
    const at = stops.findIndex((one) => one === document.activeElement)
    if (at < 0) return
    if (event.key === 'Escape' && at === 0 && field?.value !== '') clear()
    else if (event.key === 'ArrowDown' && at + 1 < stops.length) stops[at + 1]?.focus()
    else if (event.key === 'ArrowUp' && at > 0) stops[at - 1]?.focus()
    else return
    event.preventDefault()
  })
  return page
}
