import { seconds } from '#kit/units.ts'
import { now, wait } from '#ui/time.ts'

/** Time between two identical list requests (B§9 "File list throttle"). */
export const LIST_THROTTLE = seconds(1)

/**
 * Resolves when the question may be put again: at once the first time, later no sooner than a second after it was put last.
 * Nothing is dropped: what is asked within the second is asked at its end, so the newest answer is always read. Rejects when
 * the signal fires. `memory` is forgotten together with its object.
 */
export async function spaceOut(memory: object, question: string, signal: AbortSignal): Promise<void> {
  const asked = lastAsked.get(memory) ?? new Map<string, number>()
  lastAsked.set(memory, asked)
  const rest = (asked.get(question) ?? Number.NEGATIVE_INFINITY) + LIST_THROTTLE - now()
  if (rest > 0) await wait(Math.min(rest, LIST_THROTTLE), signal)
  asked.set(question, now())
}

const lastAsked = new WeakMap<object, Map<string, number>>()
