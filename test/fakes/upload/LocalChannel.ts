/** A BroadcastChannel within this process that does not clone messages: the one of Node cannot clone a jsdom File. */
export class LocalChannel {
  static readonly #open = new Set<LocalChannel>()
  readonly name: string
  /** Receives nothing, as in a suspended tab. */
  isSuspended = false
  onmessage: ((event: { data: unknown }) => void) | null = null

  constructor(name: string) {
    this.name = name
    LocalChannel.#open.add(this)
  }

  postMessage(data: unknown): void {
    const others = [...LocalChannel.#open].filter((each) => each !== this && each.name === this.name)
    for (const other of others)
      queueMicrotask(() => LocalChannel.#open.has(other) && !other.isSuspended && other.onmessage?.({ data }))
  }

  close(): void {
    LocalChannel.#open.delete(this)
  }
}
