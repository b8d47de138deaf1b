/** A queue in which keys take turns: of each key, the item that was added first is next. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, T[]>()
  #size = 0

  /** How many items wait, of all keys. */
  get size(): number {
    return this.#size
  }

  /** How many items of this key wait. */
  sizeOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0
  }

  add(key: string, item: T): void {
    const items = this.#waiting.get(key)
    if (items) items.push(item)
    else this.#waiting.set(key, [item])
    this.#size++
  }

  /** Removes an item that need not be taken any more. Returns whether it was still there. */
  remove(key: string, item: T): boolean {
    const items = this.#waiting.get(key)
    const index = items?.indexOf(item) ?? -1
    if (!items || index < 0) return false
    items.splice(index, 1)
    this.#size--
    if (items.length === 0) this.#waiting.delete(key)
    return true
  }

  /** Removes and returns the next item that may be taken. Its key then comes after all others. */
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
