import { useCallback } from 'react'

/** Tells the style sheet how high the notice is (`--notice`), so that the page ends above it and nothing lies under it. */
export function useNoticeHeight(): (notice: HTMLElement) => () => void {
  return useCallback((notice) => {
    const { style } = document.documentElement
    const measure = () => style.setProperty('--notice', `${notice.offsetHeight}px`)
    // Missing in the tests' browser without a layout.
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
    sizes?.observe(notice)
    measure()
    return () => {
      sizes?.disconnect()
      style.removeProperty('--notice')
    }
  }, [])
}
