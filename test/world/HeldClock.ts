import type { Clock } from '#platform/clock/clock.ts'

type Waiting = { at: number; resolve: () => void }

/** A clock that stands still until a test advances it. */
export class HeldClock implements Clock {
  #now = Date.parse('2026-03-02T09:00:00Z')
  #waiting: Waiting[] = []

  now = (): Date => new Date(this.#now)

  wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiting = { at: this.#now + ms, resolve }
      const stop = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        reject(signal?.reason as Error)
      }
      if (signal?.aborted) return stop()
      signal?.addEventListener('abort', stop, { once: true })
      this.#waiting.push(waiting)
    })

  /** Advances the clock by `ms` and resolves the waits that end within it. */
  pass(ms: number): void {
    this.#now += ms
    const due = this.#waiting.filter((waiting) => waiting.at <= this.#now)
    this.#waiting = this.#waiting.filter((waiting) => waiting.at > this.#now)
    for (const { resolve } of due) resolve()
  }
}
