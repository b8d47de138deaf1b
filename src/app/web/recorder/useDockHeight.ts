import { useCallback } from 'react'

/** Tells the style sheet how high the recorder's bar is (`--dock`), so that nothing lies under it. */
export function useDockHeight(): (dock: HTMLElement | null) => (() => void) | undefined {
  return useCallback((dock) => {
    if (!dock) return undefined
    const { style } = document.documentElement
    const measure = () => style.setProperty('--dock', `${dock.offsetHeight}px`)
    // Missing in the tests' browser without a layout.
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
    sizes?.observe(dock)
    measure()
    return () => {
      sizes?.disconnect()
      style.removeProperty('--dock')
    }
  }, [])
}
