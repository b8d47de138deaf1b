import { useCallback } from 'react'

/**
 * Returns a ref for a bar at the edge of the window. While the bar is mounted, a CSS variable of the page has its height, so that
 * the bar covers nothing.
 */
export function useHeightVariable(name: `--${string}`): (bar: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (bar) => {
      if (!bar) return undefined
      const { style } = document.documentElement
      const measure = () => style.setProperty(name, `${bar.offsetHeight}px`)
      // jsdom has no ResizeObserver.
      const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
      observer?.observe(bar)
      measure()
      return () => {
        observer?.disconnect()
        style.removeProperty(name)
      }
    },
    [name],
  )
}
