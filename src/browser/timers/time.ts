import type { Millis } from '#shared/units.ts'
import { listen } from '../events/listen.ts'

/** The only browser file that reads the time or sets timers. Components use `useInterval`, `useTimeout` and `useNow`. */
export type Stop = () => void

/** Unix milliseconds. */
export const now = (): Millis => Date.now()

/** Calls `callback` once after `ms`, unless stopped. */
export function after(ms: Millis, callback: () => void): Stop {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** Calls `callback` every `ms` until stopped. */
export function every(ms: Millis, callback: () => void): Stop {
  const timer = setInterval(callback, ms)
  return () => clearInterval(timer)
}

/** Resolves after `ms`. Rejects with the reason of the signal as soon as it is aborted. */
export function wait(ms: Millis, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const removeListener = signal
      ? listen(signal, 'abort', () => {
          stop()
          reject(signal.reason as Error)
        })
      : () => {}
    const stop = after(ms, () => {
      removeListener()
      resolve()
    })
  })
}

/** Resolves when the page is idle, or after one second at the latest. Rejects as soon as the signal is aborted. */
export async function whenIdle(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 1)
  })
  signal?.throwIfAborted()
}
