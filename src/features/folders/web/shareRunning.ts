/**
 * Runs one call at a time per key: a second call while the first is running returns the same promise (B§4), from any dialog. The
 * calls are kept as long as `owner` exists.
 */
export function shareRunning<Outcome>(memory: object, key: string, call: () => Promise<Outcome>): Promise<Outcome> {
  const running = calls.get(memory) ?? new Map<string, Promise<unknown>>()
  calls.set(memory, running)
  const known = running.get(key)
  if (known) return known as Promise<Outcome>
  const begun = call().finally(() => running.delete(key))
  running.set(key, begun)
  return begun
}

const calls = new WeakMap<object, Map<string, Promise<unknown>>>()
