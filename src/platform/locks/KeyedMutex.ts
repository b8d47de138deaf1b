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
