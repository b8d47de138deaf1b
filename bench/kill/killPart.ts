import { Refused } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type RunningEarshot, findProcesses, startEarshot, killProcess } from '#test/process/startEarshot.ts'

export type Settings = Record<string, string> & { PORT: string; DATA_DIR: string }
/** Parts of a running Earshot that can be killed. `start` is the process that supervises the others. */
export const PARTS = ['api', 'worker', 'database', 'speech', 'start'] as const
export type Part = (typeof PARTS)[number]

/** Five minutes: processes that were killed many times in a row wait half a minute each before they restart. */
const MAX_ATTEMPTS = 1200
const STATUS_TOO_MANY_REQUESTS = 429

/**
 * Repeats the call until it succeeds, like a robust client: retries after network errors and 5xx at once, and after 429 later.
 * Other refusals are thrown. Throws the signal's reason when the signal is aborted.
 */
export async function callWithRetry<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      signal?.throwIfAborted()
      const delay =
        error instanceof Refused && error.httpStatus === STATUS_TOO_MANY_REQUESTS ? seconds(error.retryAfter ?? 2) : 250
      if (error instanceof Refused && error.httpStatus !== STATUS_TOO_MANY_REQUESTS) throw error
      if (attempt > MAX_ATTEMPTS) throw error
      await systemClock.wait(delay, signal)
    }
  }
}

/** Kills one part with kill -9 and returns the running instance. The starter restarts its parts itself. */
export async function killPart(part: Part, running: RunningEarshot, settings: Settings): Promise<RunningEarshot> {
  if (part === 'start') return killStarter(running, settings)
  for (const pid of (await findProcesses(running, settings.DATA_DIR))[part]) killProcess(pid)
  return running
}

async function killStarter(running: RunningEarshot, settings: Settings): Promise<RunningEarshot> {
  running.child.kill('SIGKILL')
  await running.exited
  for (let attempt = 0; ; attempt++) {
    try {
      return await startEarshot(settings)
    } catch (error) {
      // The killed processes may still hold the port and the data folder briefly.
      if (attempt > 20) throw error
      await systemClock.wait(500)
    }
  }
}
