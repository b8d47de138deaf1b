import { addAbortListener } from 'node:events'

/** Waits for the lock and returns the function that releases it. Rejects with the signal's reason when it is aborted first. */
export type AcquireLock = (signal: AbortSignal) => Promise<() => void>

/** Returns a lock that is granted to one caller at a time, in order. */
export function createMutex(): AcquireLock {
  let last: Promise<void> = Promise.resolve()
  return async (signal) => {
    signal.throwIfAborted()
    const previous = last
    const current = Promise.withResolvers<void>()
    last = current.promise
    const aborted = Promise.withResolvers<never>()
    const abortListener = addAbortListener(signal, () => aborted.reject(signal.reason))
    try {
      await Promise.race([previous, aborted.promise])
    } catch (error) {
      void previous.then(current.resolve)
      throw error
    } finally {
      abortListener[Symbol.dispose]()
    }
    return current.resolve
  }
}

/** Runs tasks with the same key one after another, in order. Tasks with different keys run concurrently. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key) ?? Promise.resolve()
    const current = previous.then(work, work)
    this.#last.set(key, current)
    try {
      return await current
    } finally {
      if (this.#last.get(key) === current) this.#last.delete(key)
    }
  }
}
