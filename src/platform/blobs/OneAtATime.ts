/** Runs work on the same thing one after another, in the order it was asked for; work on other things runs beside it. */
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
