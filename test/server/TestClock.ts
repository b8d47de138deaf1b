import type { Clock } from '#platform/clock/clock.ts'

type PendingWait = { ms: number; dueAt: number; resolve: () => void }

const START = Date.parse('2026-03-02T09:00:00Z')

/** A clock that only advances when a test advances it. */
export class TestClock implements Clock {
  #now = START
  #pending: PendingWait[] = []

  now = (): Date => new Date(this.#now)

  wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry = { ms, dueAt: this.#now + ms, resolve }
      const stop = () => {
        this.#pending = this.#pending.filter((other) => other !== entry)
        reject(signal?.reason as Error)
      }
      if (signal?.aborted) return stop()
      signal?.addEventListener('abort', stop, { once: true })
      this.#pending.push(entry)
    })

  /** Advances the clock by `ms` and resolves the waits that end within it. */
  advance(ms: number): void {
    this.#now += ms
    const due = this.#pending.filter((entry) => entry.dueAt <= this.#now)
    this.#pending = this.#pending.filter((entry) => entry.dueAt > this.#now)
    for (const { resolve } of due) resolve()
  }

  /** Resets the clock to its initial time. Pending waits start again. */
  reset(): void {
    this.#now = START
    for (const entry of this.#pending) entry.dueAt = START + entry.ms
  }
}
