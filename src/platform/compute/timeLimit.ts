import { addAbortListener } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { type Millis, seconds } from '#shared/units.ts'
import { systemClock } from '../clock/clock.ts'

/** Maximum time to load a module. */
const START_TIMEOUT: Millis = seconds(30)
/** On a busy machine, a task may take this many times its budget of wall-clock time. */
const MAX_SLOWDOWN = 10
const MIN_WAIT: Millis = 10

type Limits = { readonly threads: () => readonly Worker[]; readonly budget: Millis; readonly done: AbortSignal }

/**
 * Returns a signal that aborts when a task exceeds its budget of processor time or does not start. The thread stores its id in
 * `started` once the module is loaded. Time before that, or while other threads use the processor, does not count.
 */
export function timeLimit(started: Int32Array, limits: Limits): AbortSignal {
  const limit = new AbortController()
  addAbortListener(AbortSignal.timeout(START_TIMEOUT + limits.budget * MAX_SLOWDOWN), () => limit.abort())
  void abortWhenUsed(started, limits, limit)
  return limit.signal
}

async function abortWhenUsed(started: Int32Array, { threads, budget, done }: Limits, limit: AbortController): Promise<void> {
  try {
    await Atomics.waitAsync(started, 0, 0, START_TIMEOUT).value
    const thread = threads().find(({ threadId }) => threadId === started[0])
    if (!thread || done.aborted) return
    const before = await usedTime(thread)
    for (let left = budget; left > 0; left = budget + before - (await usedTime(thread)))
      await systemClock.wait(Math.max(MIN_WAIT, left), done)
    limit.abort()
  } catch {
    // The task is done, or its thread has ended.
  }
}

async function usedTime(thread: Worker): Promise<Millis> {
  const { user, system } = await thread.cpuUsage()
  return (user + system) / 1000
}
