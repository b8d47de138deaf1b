import { seconds } from '#shared/units.ts'
import { now, wait } from '#browser/timers/time.ts'

/** Minimum time between two identical list requests (B§9 "File list throttle"). */
export const LIST_THROTTLE = seconds(1)

/**
 * Resolves when a request may be sent: at once the first time, then at least a second after the previous one with the same key.
 * Nothing is dropped: a request within the second is sent at its end, so the newest state is always read. Rejects when the signal
 * aborts. The times are kept as long as `owner` exists.
 */
export async function throttle(owner: object, key: string, signal: AbortSignal): Promise<void> {
  const sentAt = lastSent.get(owner) ?? new Map<string, number>()
  lastSent.set(owner, sentAt)
  const delay = (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) + LIST_THROTTLE - now()
  if (delay > 0) await wait(Math.min(delay, LIST_THROTTLE), signal)
  sentAt.set(key, now())
}

const lastSent = new WeakMap<object, Map<string, number>>()
