/** An acquired lock. `lost` resolves when it was released or stolen by another tab. */
export type Turn = { readonly lost: Promise<void>; readonly end: () => void }

/** `ifFree` gives up when the lock is taken, `wait` waits for it, `steal` takes it from its holder. */
export type TurnWay = 'ifFree' | 'wait' | 'steal'

/** Returns whether the browser supports the Web Locks API, which needs https. */
export const hasTurns = (): boolean => typeof navigator.locks?.request === 'function'

/**
 * Acquires the lock of this name, which one tab of the browser can hold at a time. The browser releases it when the tab is closed
 * or crashes. Returns null when the lock is not available or the signal fires.
 * @NOTE Browsers do not freeze a tab that holds a lock.
 */
export function takeTurn(name: string, way: TurnWay, signal?: AbortSignal): Promise<Turn | null> {
  const given = Promise.withResolvers<Turn | null>()
  const lost = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const options = way === 'ifFree' ? { ifAvailable: true } : way === 'steal' ? { steal: true } : signal ? { signal } : {}
  const hold = (lock: Lock | null): Promise<void> | undefined => {
    given.resolve(lock && { lost: lost.promise, end: ended.resolve })
    return lock ? ended.promise : undefined
  }
  navigator.locks
    .request(name, options, hold)
    .catch(() => {})
    .finally(() => {
      given.resolve(null)
      lost.resolve()
    })
  return given.promise
}
