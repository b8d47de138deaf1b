import { backOff } from '#shared/backOff.ts'
import { minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { after, now, type Stop } from '#browser/timers/time.ts'
import { isNetworkFailure, type UploadItem } from './uploadItem.ts'

const BACK_OFF = { initial: seconds(5), max: minutes(5) }
/** Minimum time between two retries of all items, however often the network comes and goes. */
const MIN_PAUSE: Millis = seconds(5)

type RetryEvent = { type: 'retry'; id: string } | { type: 'networkRestored' }

/** Retries items that failed because of the network. The delay of each item grows with its number of attempts. */
export class RetryScheduler {
  readonly #random: () => number
  readonly #apply: (event: RetryEvent) => void
  readonly #delays = new Map<string, Stop>()
  #lastRetryAt: Millis = 0
  #scheduled: Stop | null = null

  constructor(random: () => number, apply: (event: RetryEvent) => void) {
    this.#random = random
    this.#apply = apply
  }

  /** Called after each change of the queue. */
  update(items: readonly UploadItem[]): void {
    const failed = new Map(items.filter(isNetworkFailure).map((item) => [item.id, item]))
    for (const [id, cancel] of this.#delays) {
      if (failed.has(id)) continue
      cancel()
      this.#delays.delete(id)
    }
    for (const [id, { attempts }] of failed) {
      if (this.#delays.has(id)) continue
      const pause = backOff(Math.max(1, attempts), BACK_OFF, this.#random)
      const stop = after(pause, () => this.#apply({ type: 'retry', id }))
      this.#delays.set(id, stop)
    }
  }

  /** Retries all items now, at most once per `MIN_PAUSE`. Called when the network may be back or the page becomes visible. */
  retryNow(): void {
    this.#scheduled ??= after(Math.max(0, this.#lastRetryAt + MIN_PAUSE - now()), () => {
      this.#scheduled = null
      this.#lastRetryAt = now()
      this.#apply({ type: 'networkRestored' })
    })
  }

  stop(): void {
    this.#scheduled?.()
    for (const stop of this.#delays.values()) stop()
    this.#delays.clear()
  }
}
