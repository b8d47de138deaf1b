/** Hands things over one by one, in order, to whoever waits. For one taker at a time. */
export type Mailbox<T> = {
  post: (thing: T) => void
  /** The next thing; rejects once the mailbox is closed. */
  take: () => Promise<T>
  close: (reason: Error) => void
}

/** An empty mailbox. */
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
