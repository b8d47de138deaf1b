import { useCallback, useRef, useState, type RefObject } from 'react'

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2] as const

export type MapZoom = {
  readonly scale: number
  readonly zoomIn: (() => void) | undefined
  readonly zoomOut: (() => void) | undefined
  /** Shows the whole map. */
  readonly fit: () => void
  /** The element that scrolls, and the size of the map in it. */
  readonly container: RefObject<HTMLDivElement | null>
  readonly setSize: (size: { width: number; height: number }) => void
}

/** The zoom of the map, in steps. */
export function useMapZoom(): MapZoom {
  const [scale, setScale] = useState(1)
  const container = useRef<HTMLDivElement>(null)
  const size = useRef({ width: 1, height: 1 })
  const larger = STEPS.find((step) => step > scale)
  const smaller = STEPS.findLast((step) => step < scale)
  const fit = useCallback(() => {
    const { clientWidth = 0, clientHeight = 0 } = container.current ?? {}
    const fitting = Math.min(1, clientWidth / size.current.width, clientHeight / size.current.height)
    setScale(Math.max(STEPS[0], fitting))
  }, [])
  const setSize = useCallback((next: { width: number; height: number }) => {
    size.current = next
  }, [])
  return {
    scale,
    zoomIn: larger === undefined ? undefined : () => setScale(larger),
    zoomOut: smaller === undefined ? undefined : () => setScale(smaller),
    fit,
    container,
    setSize,
  }
}
