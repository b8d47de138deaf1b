/**
 * Adds an event listener and returns a function that removes it. No other file calls `addEventListener`; components use
 * `useEvent`.
 */
export function listen<Event_ extends Event>(
  target: EventTarget,
  name: string,
  hear: (event: Event_) => void,
  options: AddEventListenerOptions = {},
): () => void {
  const listener = hear as EventListener
  target.addEventListener(name, listener, options)
  return () => target.removeEventListener(name, listener, options)
}
