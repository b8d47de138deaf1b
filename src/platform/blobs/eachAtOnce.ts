const AT_ONCE = 8

/** Runs `work` for every item, several at a time. Rejects with the first error. */
export async function eachAtOnce<T>(things: AsyncIterable<T>, work: (thing: T) => Promise<unknown>): Promise<void> {
  const all = things[Symbol.asyncIterator]()
  const one = async () => {
    for (let next = await all.next(); !next.done; next = await all.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}
