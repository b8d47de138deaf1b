/** An acquired lock. `lost` resolves when it was released or stolen by another tab. */
export type AcquiredLock = { readonly lost: Promise<void>; readonly release: () => void }

/** `ifFree` gives up when the lock is taken, `wait` waits for it, `steal` takes it from its holder. */
export type LockStrategy = 'ifFree' | 'wait' | 'steal'

/** Returns whether the browser supports the Web Locks API, which needs https. */
export const hasWebLocks = (): boolean => typeof navigator.locks?.request === 'function'

/**
 * Acquires the lock of this name, which only one tab of the browser can hold at a time. The browser releases it when the tab is
 * closed or crashes. Returns null when the lock is not available or the signal is aborted. @NOTE Browsers do not freeze a tab that
 * holds a lock.
 */
export function acquireLock(name: string, strategy: LockStrategy, signal?: AbortSignal): Promise<AcquiredLock | null> {
  const acquired = Promise.withResolvers<AcquiredLock | null>()
  const lost = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const options =
    strategy === 'ifFree' ? { ifAvailable: true } : strategy === 'steal' ? { steal: true } : signal ? { signal } : {}
  const onLock = (lock: Lock | null): Promise<void> | undefined => {
    acquired.resolve(lock && { lost: lost.promise, release: released.resolve })
    return lock ? released.promise : undefined
  }
  navigator.locks
    .request(name, options, onLock)
    .catch(() => {})
    .finally(() => {
      acquired.resolve(null)
      lost.resolve()
    })
  return acquired.promise
}

/** Returns the names of the locks held by tabs of this browser; empty when the browser does not support locks. */
export async function heldLockNames(): Promise<readonly string[]> {
  if (!navigator.locks?.query) return []
  const { held = [] } = await navigator.locks.query()
  return held.flatMap(({ name }) => name ?? [])
}
