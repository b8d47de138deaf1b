/**
 * Runs one call at a time per key: a second call while the first is running returns the same promise (B§4), from any dialog. The
 * calls are kept as long as `owner` exists.
 */
export function shareRunningCall<Outcome>(owner: object, key: string, call: () => Promise<Outcome>): Promise<Outcome> {
  const running = calls.get(owner) ?? new Map<string, Promise<unknown>>()
  calls.set(owner, running)
  const existing = running.get(key)
  if (existing) return existing as Promise<Outcome>
  const started = call().finally(() => running.delete(key))
  running.set(key, started)
  return started
}

const calls = new WeakMap<object, Map<string, Promise<unknown>>>()
