/** A queue with an asynchronous consumer. It returns items in order and supports one consumer at a time. */
export type AsyncQueue<T> = {
  push: (item: T) => void
  /** Returns the next item. Rejects once the queue is closed. */
  next: () => Promise<T>
  close: (reason: Error) => void
}

/** Returns an empty queue. */
export function createAsyncQueue<T>(): AsyncQueue<T> {
  const items: T[] = []
  let waiter: PromiseWithResolvers<T> | undefined
  let closed: Error | undefined
  return {
    push: (item) => {
      if (waiter) waiter.resolve(item)
      else items.push(item)
      waiter = undefined
    },
    next: async () => {
      if (closed) throw closed
      if (items.length) return items.shift() as T
      waiter = Promise.withResolvers<T>()
      return await waiter.promise
    },
    close: (reason) => {
      closed = reason
      waiter?.reject(reason)
      waiter = undefined
    },
  }
}
