import { seconds, type Millis } from '#kit/units.ts'
import { bringUp, endPostmaster, untilNobodyIsLeft, type Running } from '#platform/db/embedded/keepPostmaster.ts'
import type { LaunchOptions } from '#platform/db/embedded/launchPostmaster.ts'

/** A postmaster that is brought back whenever it is lost, until `stop`. */
export type Kept = {
  /** The postmaster's process id; null while it is down. */
  readonly pid: () => number | null
  /** Told why each time PostgreSQL was lost; it is being restarted. Answers how to stop listening. */
  readonly onCrash: (listener: (why: string) => void) => () => void
  /** Told each time it accepts connections again after that. */
  readonly onReady: (listener: () => void) => () => void
  /** Resolves when PostgreSQL has written everything and ended. End the pools first. */
  readonly stop: () => Promise<void>
}

type Keeping = {
  readonly launch: LaunchOptions
  readonly stopping: AbortController
  readonly crashed: Set<(why: string) => void>
  readonly ready: Set<() => void>
  /** null while it is down. */
  running: Running | null
}

/** Resolves when PostgreSQL accepts connections for the first time. A failure then is thrown; later ones are tried again. */
export const keepRunning = async (options: Omit<LaunchOptions, 'signal'>): Promise<Kept> => {
  const stopping = new AbortController()
  const launch: LaunchOptions = { ...options, signal: stopping.signal }
  const first = await bringUp(launch)
  const keeping: Keeping = { launch, stopping, crashed: new Set(), ready: new Set(), running: first }
  const watching = watchOver(keeping, first)
  return {
    pid: () => keeping.running?.pid ?? null,
    onCrash: (listener) => listen(keeping.crashed, listener),
    onReady: (listener) => listen(keeping.ready, listener),
    stop: async () => {
      stopping.abort()
      // While it is coming back, what was started is ended there, or left in `running`.
      if (!keeping.running) await watching
      await end(keeping)
    },
  }
}

/** Running this long, an earlier crash is forgotten. */
const STEADY: Millis = seconds(60)

/** At once the first time, then 1 s, 2 s, 4 s … at most half a minute. */
export const pauseAfter = (failures: number): Millis => (failures <= 1 ? 0 : Math.min(seconds(30), seconds(2 ** (failures - 2))))

async function watchOver(keeping: Keeping, first: Running): Promise<void> {
  const { launch, stopping, crashed } = keeping
  let failures = 0
  for (let current: Running | null = first; current; current = await restart(keeping, failures)) {
    const since = launch.clock.now().getTime()
    const why = await current.lost
    if (stopping.signal.aborted) return
    keeping.running = null
    launch.log.error({ why }, 'PostgreSQL was lost and is being restarted')
    for (const listener of crashed) listener(why)
    await current.letGo()
    failures = launch.clock.now().getTime() - since > STEADY ? 1 : failures + 1
  }
}

/** Tries until it works, however long the disk stays full; null when we are stopped meanwhile. */
async function restart(keeping: Keeping, failuresBefore: number): Promise<Running | null> {
  const { launch, stopping, ready } = keeping
  for (let failures = failuresBefore; ; failures += 1) {
    try {
      await launch.clock.wait(pauseAfter(failures), stopping.signal)
      keeping.running = await bringUp(launch)
      if (stopping.signal.aborted) return null
      launch.log.info({ pid: keeping.running.pid }, 'PostgreSQL is running again')
      for (const listener of ready) listener()
      return keeping.running
    } catch (error) {
      if (stopping.signal.aborted) return null
      launch.log.error({ err: error }, 'PostgreSQL could not be restarted, trying again')
    }
  }
}

async function end(keeping: Keeping): Promise<void> {
  const { running, launch } = keeping
  if (!running) return await untilNobodyIsLeft(launch.place, launch.clock)
  await running.letGo()
  await endPostmaster(running.pid, launch.place, launch.clock)
  keeping.running = null
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
