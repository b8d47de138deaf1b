/**
 * Adds an event listener and returns a function that removes it. No other file calls `addEventListener`; components use
 * `useEvent`.
 */
export function listen<EventType extends Event>(
  target: EventTarget,
  name: string,
  handler: (event: EventType) => void,
  options: AddEventListenerOptions = {},
): () => void {
  const listener = handler as EventListener
  target.addEventListener(name, listener, options)
  return () => target.removeEventListener(name, listener, options)
}
