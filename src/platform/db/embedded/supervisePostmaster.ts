import { backOff } from '#shared/backOff.ts'
import { seconds, type Millis } from '#shared/units.ts'
import { startOrAdopt, stopPostmaster, waitForProcesses, type RunningPostmaster } from '#platform/db/embedded/postmaster.ts'
import type { LaunchOptions } from '#platform/db/embedded/launchPostmaster.ts'

/** A postmaster that is restarted whenever it is lost, until `stop` is called. */
export type SupervisedPostmaster = {
  /** The process id of the postmaster, or null while it is down. */
  readonly pid: () => number | null
  /**
   * Calls the listener with the reason each time PostgreSQL is lost and restarted. Returns a function that removes the listener.
   */
  readonly onCrash: (listener: (reason: string) => void) => () => void
  /** Calls the listener each time PostgreSQL accepts connections again. */
  readonly onReady: (listener: () => void) => () => void
  /** Resolves when PostgreSQL has written everything and exited. Close the pools first. */
  readonly stop: () => Promise<void>
}

type Supervision = {
  readonly launch: LaunchOptions
  readonly stopping: AbortController
  readonly crashListeners: Set<(reason: string) => void>
  readonly readyListeners: Set<() => void>
  /** Null while it is down. */
  running: RunningPostmaster | null
}

/**
 * Resolves when PostgreSQL accepts connections for the first time. Rejects when the first start fails; later failures are
 * retried.
 */
export const supervisePostmaster = async (options: Omit<LaunchOptions, 'signal'>): Promise<SupervisedPostmaster> => {
  const stopping = new AbortController()
  const launch: LaunchOptions = { ...options, signal: stopping.signal }
  const first = await startOrAdopt(launch)
  const supervision: Supervision = { launch, stopping, crashListeners: new Set(), readyListeners: new Set(), running: first }
  const watchLoop = watch(supervision, first)
  return {
    pid: () => supervision.running?.pid ?? null,
    onCrash: (listener) => addListener(supervision.crashListeners, listener),
    onReady: (listener) => addListener(supervision.readyListeners, listener),
    stop: async () => {
      stopping.abort()
      // During a restart, the restart loop stops the new postmaster or leaves it in `running`.
      if (!supervision.running) await watchLoop
      await stopRunning(supervision)
    },
  }
}

/** After this uptime, earlier crashes no longer count. */
const STABLE_AFTER: Millis = seconds(60)

/** Returns the delay before a restart: 0 the first time, then 1 s, 2 s, 4 s … up to 30 s. */
export const restartDelay = (failures: number): Millis =>
  failures <= 1 ? 0 : backOff(failures - 1, { initial: seconds(1), max: seconds(30) })

async function watch(supervision: Supervision, first: RunningPostmaster): Promise<void> {
  const { launch, stopping, crashListeners } = supervision
  let failures = 0
  for (let current: RunningPostmaster | null = first; current; current = await restart(supervision, failures)) {
    const startedAt = launch.clock.now().getTime()
    const reason = await current.lost
    if (stopping.signal.aborted) return
    supervision.running = null
    launch.log.error({ why: reason }, 'PostgreSQL stopped unexpectedly and is being restarted')
    for (const listener of crashListeners) listener(reason)
    await current.release()
    failures = launch.clock.now().getTime() - startedAt > STABLE_AFTER ? 1 : failures + 1
  }
}

/** Retries until it succeeds, even while the disk stays full. Returns null when `stop` was called. */
async function restart(supervision: Supervision, failuresBefore: number): Promise<RunningPostmaster | null> {
  const { launch, stopping, readyListeners } = supervision
  for (let failures = failuresBefore; ; failures += 1) {
    try {
      await launch.clock.wait(restartDelay(failures), stopping.signal)
      supervision.running = await startOrAdopt(launch)
      if (stopping.signal.aborted) return null
      launch.log.info({ pid: supervision.running.pid }, 'PostgreSQL is running again')
      for (const listener of readyListeners) listener()
      return supervision.running
    } catch (error) {
      if (stopping.signal.aborted) return null
      launch.log.error({ err: error }, 'PostgreSQL could not be restarted, retrying')
    }
  }
}

async function stopRunning(supervision: Supervision): Promise<void> {
  const { running, launch } = supervision
  if (!running) return await waitForProcesses(launch.location, launch.clock)
  await running.release()
  await stopPostmaster(running.pid, launch.location, launch.clock)
  supervision.running = null
}

function addListener<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
