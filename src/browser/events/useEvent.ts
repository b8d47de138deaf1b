import { useEffect, useRef } from 'react'
import { listen } from './listen.ts'

type EventMaps = { window: WindowEventMap; document: DocumentEventMap }

/**
 * Handles an event of the window or the document while the component is mounted. `handler` may be a new function on every render.
 * @NOTE For elements that the component renders, use React's `onClick` and similar props.
 */
export function useEvent<TargetName extends keyof EventMaps, Name extends keyof EventMaps[TargetName] & string>(
  targetName: TargetName,
  name: Name,
  handler: (event: EventMaps[TargetName][Name]) => void,
  { capture = false }: { capture?: boolean } = {},
): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const target = targetName === 'window' ? window : document
    return listen(target, name, (event) => latest.current(event as EventMaps[TargetName][Name]), { capture })
  }, [targetName, name, capture])
}
