import { backOff } from '#kit/backOff.ts'
import { minutes, seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { after, now, type Stop } from '#ui/time.ts'
import { isNetworkFailure, type UploadItem } from './uploadItem.ts'

const BOUNDS = { first: seconds(5), longest: minutes(5) }
/** Minimum time between two retries of all items, however often the network comes and goes. */
const LEAST_PAUSE: Millis = seconds(5)

/** Retries items that failed because of the network. The delay of each item grows with its number of attempts. */
export class Again {
  readonly #chance: () => number
  readonly #retry: (id: string) => void
  readonly #retryAll: () => void
  readonly #waiting = new Map<string, Stop>()
  #last: Millis = 0
  #coming: Stop | null = null

  constructor(chance: () => number, { retry, retryAll }: { retry: (id: string) => void; retryAll: () => void }) {
    this.#chance = chance
    this.#retry = retry
    this.#retryAll = retryAll
  }

  /** Called after each change of the queue. */
  look(items: readonly UploadItem[]): void {
    const failed = new Map(items.filter(isNetworkFailure).map((item) => [item.id, item]))
    for (const [id, stop] of this.#waiting) {
      if (failed.has(id)) continue
      stop()
      this.#waiting.delete(id)
    }
    for (const [id, { attempts }] of failed) {
      if (this.#waiting.has(id)) continue
      const pause = backOff(Math.max(1, attempts), BOUNDS, this.#chance)
      this.#waiting.set(
        id,
        after(pause, () => this.#retry(id)),
      )
    }
  }

  /** Retries all items now, at most once per `MIN_PAUSE`. Called when the network may be back or the page becomes visible. */
  wake(): void {
    if (this.#coming) return
    const pause = this.#last + LEAST_PAUSE - now()
    if (pause > 0) this.#coming = after(pause, () => this.#goNow())
    else this.#goNow()
  }

  stop(): void {
    this.#coming?.()
    for (const stop of this.#waiting.values()) stop()
    this.#waiting.clear()
  }

  #goNow(): void {
    this.#coming = null
    this.#last = now()
    this.#retryAll()
  }
}
