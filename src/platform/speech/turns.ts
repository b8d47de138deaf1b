import { addAbortListener } from 'node:events'

/** Waits for its turn, then gives the function that ends the turn. Rejects with the signal's reason when it fires before. */
export type TakeTurn = (signal: AbortSignal) => Promise<() => void>

/** One at a time, in the order they came. */
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
