import { addAbortListener } from 'node:events'

/** Waits for the lock and returns the function that releases it. Rejects with the signal's reason when it is aborted first. */
export type TakeTurn = (signal: AbortSignal) => Promise<() => void>

/** Returns a lock that is granted to one caller at a time, in order. */
export function openTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve()
  return async (signal) => {
    signal.throwIfAborted()
    const before = last
    const mine = Promise.withResolvers<void>()
    last = mine.promise
    const stopped = Promise.withResolvers<never>()
    const listening = addAbortListener(signal, () => stopped.reject(signal.reason))
    try {
      await Promise.race([before, stopped.promise])
    } catch (error) {
      void before.then(mine.resolve)
      throw error
    } finally {
      listening[Symbol.dispose]()
    }
    return mine.resolve
  }
}
