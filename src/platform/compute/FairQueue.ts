/** A queue that serves its keys in turn; items of one key keep their order. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, T[]>()
  #size = 0

  /** The number of waiting items of all keys. */
  get size(): number {
    return this.#size
  }

  /** The number of waiting items of a key. */
  sizeOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0
  }

  add(key: string, item: T): void {
    const items = this.#waiting.get(key)
    if (items) items.push(item)
    else this.#waiting.set(key, [item])
    this.#size++
  }

  /** Removes an item. Returns whether it was still waiting. */
  remove(key: string, item: T): boolean {
    const items = this.#waiting.get(key)
    const index = items?.indexOf(item) ?? -1
    if (!items || index < 0) return false
    items.splice(index, 1)
    this.#size--
    if (items.length === 0) this.#waiting.delete(key)
    return true
  }

  /** Removes and returns the next allowed item. Its key then goes to the end of the line. */
  take(isAllowed: (key: string, item: T) => boolean): T | undefined {
    for (const [key, items] of this.#waiting) {
      const [item] = items
      if (item === undefined || !isAllowed(key, item)) continue
      items.shift()
      this.#size--
      this.#waiting.delete(key)
      if (items.length > 0) this.#waiting.set(key, items)
      return item
    }
    return undefined
  }
}
