import { useEffect, useRef } from 'react'
import { listen } from './listen.ts'

type Named = { window: WindowEventMap; document: DocumentEventMap }

/**
 * Handles an event of the window or the document while the component is mounted. `handler` may be a new function on every render.
 * @NOTE For elements the component renders, use React's `onClick` and similar props.
 */
export function useEvent<On extends keyof Named, Name extends keyof Named[On] & string>(
  on: On,
  name: Name,
  hear: (event: Named[On][Name]) => void,
  { capture = false }: { capture?: boolean } = {},
): void {
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    const target = on === 'window' ? window : document
    return listen(target, name, (event) => latest.current(event as Named[On][Name]), { capture })
  }, [on, name, capture])
}
