import { useRef } from 'react'
import { useEvent } from '#browser/events/useEvent.ts'

/** Arrow keys move between the field and the results; Esc returns to the field. Returns the ref of the page. */
export function useSearchKeys() {
  const page = useRef<HTMLDivElement>(null)
  const findField = () => page.current?.querySelector<HTMLInputElement>('input[type="search"]')
  useEvent('document', 'keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const targets = [findField(), ...(page.current?.querySelectorAll<HTMLElement>('[data-result]') ?? [])]
    const index = targets.findIndex((element) => element !== null && element === document.activeElement)
    if (index < 0) return
    const next =
      event.key === 'ArrowDown'
        ? targets[index + 1]
        : event.key === 'ArrowUp'
          ? targets[index - 1]
          : event.key === 'Escape' && index > 0
            ? targets[0]
            : undefined
    if (!next) return
    event.preventDefault()
    next.focus({ preventScroll: true })
    next.closest('li')?.scrollIntoView?.({ block: 'nearest' })
  })
  return page
}
