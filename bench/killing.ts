import { Refused } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type Running, partsOf, startEarshot } from '#test/running/startEarshot.ts'

export type Settings = Record<string, string> & { PORT: string; DATA_DIR: string }
/** Parts of a running Earshot that can be killed; `start` is the process that keeps the others. */
export const PARTS = ['api', 'worker', 'database', 'speech', 'start'] as const
export type Part = (typeof PARTS)[number]

const TRIES = 200
const TOO_MANY = 429

/** What a patient client does: network errors and 5xx are asked again, one call too many later; a refusal is an answer. The signal says that the client is dead. */
export async function insist<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      signal?.throwIfAborted()
      const wait = error instanceof Refused && error.httpStatus === TOO_MANY ? seconds(error.retryAfter ?? 2) : 250
      if (error instanceof Refused && error.httpStatus !== TOO_MANY) throw error
      if (tries > TRIES) throw error
      await systemClock.wait(wait, signal)
    }
  }
}

/** kill -9 of one part; answers what is running afterwards: the starter brings its parts back by itself. */
export async function killPart(part: Part, running: Running, settings: Settings): Promise<Running> {
  if (part === 'start') return killStarter(running, settings)
  for (const pid of (await partsOf(running, settings.DATA_DIR))[part]) process.kill(pid, 'SIGKILL')
  return running
}

async function killStarter(running: Running, settings: Settings): Promise<Running> {
  running.child.kill('SIGKILL')
  await running.exited
  for (let tries = 0; ; tries++) {
    try {
      return await startEarshot(settings)
    } catch (error) {
      // The parts of the last life may still hold the port and the data folder for a moment.
      if (tries > 20) throw error
      await systemClock.wait(500)
    }
  }
}
