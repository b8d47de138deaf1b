/** The one place that adds event listeners; components take `useEvent`. Returns what ends the listening. */
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
