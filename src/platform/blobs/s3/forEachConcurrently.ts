const CONCURRENCY = 8

/** Runs `work` for every item, several at a time. Rejects with the first error. */
export async function forEachConcurrently<T>(items: AsyncIterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  const worker = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
