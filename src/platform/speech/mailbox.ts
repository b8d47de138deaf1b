/** A queue with an asynchronous consumer. It returns items in order and supports one consumer at a time. */
export type Mailbox<T> = {
  post: (thing: T) => void
  /** Returns the next item. Rejects once the queue is closed. */
  take: () => Promise<T>
  close: (reason: Error) => void
}

/** Returns an empty queue. */
export function openMailbox<T>(): Mailbox<T> {
  const waiting: T[] = []
  let taker: PromiseWithResolvers<T> | undefined
  let closed: Error | undefined
  return {
    post: (thing) => {
      if (taker) taker.resolve(thing)
      else waiting.push(thing)
      taker = undefined
    },
    take: async () => {
      if (closed) throw closed
      if (waiting.length) return waiting.shift() as T
      taker = Promise.withResolvers<T>()
      return await taker.promise
    },
    close: (reason) => {
      closed = reason
      taker?.reject(reason)
      taker = undefined
    },
  }
}
