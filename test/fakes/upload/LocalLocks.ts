type Options = { readonly ifAvailable?: boolean; readonly steal?: boolean; readonly signal?: AbortSignal }
type Callback = (lock: { name: string } | null) => Promise<unknown> | undefined
type Waiting = { readonly grant: () => void }

/** Exclusive Web Locks within this process, which jsdom does not have: all "tabs" of a test share them. */
export class LocalLocks {
  readonly #holders = new Map<string, { readonly lose: (error: Error) => void }>()
  readonly #queues = new Map<string, Waiting[]>()

  async request(name: string, options: Options, callback: Callback): Promise<unknown> {
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, queue)
    if (options.steal) {
      this.#holders.get(name)?.lose(new Error('stolen'))
      this.#holders.delete(name)
    } else if (this.#holders.has(name)) {
      if (options.ifAvailable) return callback(null)
      await new Promise<void>((resolve, reject) => {
        const waiting = { grant: resolve }
        queue.push(waiting)
        options.signal?.addEventListener('abort', () => {
          queue.splice(queue.indexOf(waiting), 1)
          reject(new Error('aborted'))
        })
      })
    }
    const lost = Promise.withResolvers<never>()
    const holder = { lose: lost.reject }
    this.#holders.set(name, holder)
    try {
      return await Promise.race([callback({ name }), lost.promise])
    } finally {
      if (this.#holders.get(name) === holder) {
        this.#holders.delete(name)
        queue.shift()?.grant()
      }
    }
  }
}
