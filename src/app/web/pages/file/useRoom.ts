import { useLayoutEffect, useRef, useState } from 'react'

/** Whether an element is at least so many CSS pixels wide; measured before the first paint, so that nothing jumps. */
export function useRoom(atLeast: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [hasRoom, setRoom] = useState(false)
  // The size of the element is the external system: panes beside it come and go.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setRoom(element.clientWidth >= atLeast)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [atLeast])
  return { ref, hasRoom }
}
