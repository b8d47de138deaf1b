import { seconds, type Millis } from '#kit/units.ts'
import { bringUp, endPostmaster, untilNobodyIsLeft, type Running } from '#platform/db/embedded/keepPostmaster.ts'
import type { LaunchOptions } from '#platform/db/embedded/launchPostmaster.ts'

/** A postmaster that is restarted whenever it is lost, until `stop` is called. */
export type Kept = {
  /** The process id of the postmaster, or null while it is down. */
  readonly pid: () => number | null
  /**
   * Calls the listener with the reason each time PostgreSQL is lost and restarted. Returns a function that removes the listener.
   */
  readonly onCrash: (listener: (why: string) => void) => () => void
  /** Calls the listener each time PostgreSQL accepts connections again. */
  readonly onReady: (listener: () => void) => () => void
  /** Resolves when PostgreSQL has written everything and ended. Close the pools first. */
  readonly stop: () => Promise<void>
}

type Keeping = {
  readonly launch: LaunchOptions
  readonly stopping: AbortController
  readonly crashed: Set<(why: string) => void>
  readonly ready: Set<() => void>
  /** Null while it is down. */
  running: Running | null
}

/**
 * Resolves when PostgreSQL accepts connections for the first time. Rejects when the first start fails; later failures are
 * retried.
 */
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
      // During a restart, the restart loop stops the new postmaster or leaves it in `running`.
      if (!keeping.running) await watching
      await end(keeping)
    },
  }
}

/** After running this long, earlier crashes no longer count. */
const STEADY: Millis = seconds(60)

/** Returns the delay before a restart: 0 the first time, then 1 s, 2 s, 4 s … up to 30 s. */
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

/** Retries until it succeeds, even while the disk stays full. Returns null when `stop` was called. */
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
