/** Runs tasks with the same key one after another, in order. Tasks with different keys run concurrently. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<T>(what: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(what) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#last.set(what, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(what) === mine) this.#last.delete(what)
    }
  }
}
