/**
 * One call at a time for the same thing: who asks again while it is under way gets what becomes of the first (B§4), whichever
 * dialog asks. `memory` is forgotten together with its object.
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
