import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { backOff } from '#shared/backOff.ts'
import { seconds, type Millis } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Log } from '#platform/log/log.ts'
import { CommandError, EXIT } from './runCommand.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const RESTART_DELAY = { initial: 200, max: seconds(5) }
/**
 * Number of threads that Node.js uses for compression, files and signatures. With the default of four, requests of other users
 * would have to wait while the long texts of one account are compressed.
 */
const THREAD_POOL_SIZE = '8'
/** The backoff is reset for a process that ran this long. */
const STABLE_AFTER = seconds(30)
/** A process that is not ready within this time is killed. */
const START_TIMEOUT = seconds(60)

export type SupervisedRole = {
  pid: () => number | undefined
  /** Resolves when the process is ready for the first time. Rejects when it can never start. */
  ready: Promise<{ setupLink: string | null }>
  stop: () => Promise<void>
}

/**
 * Runs a role of the server in a child process and restarts it, with increasing delays, whenever it exits. A ready process that
 * does not respond to its health check for 20 seconds is killed, because nothing else detects a blocked event loop.
 */
export function superviseRole(
  kind: 'api' | 'worker',
  options: { args: string[]; env: NodeJS.ProcessEnv; clock: Clock; log: Log },
): SupervisedRole {
  const { args, env, clock, log } = options
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  const firstReady = Promise.withResolvers<{ setupLink: string | null }>()
  firstReady.promise.catch(() => undefined)

  const runOnce = async (): Promise<void> => {
    child = fork(MAIN, ['role', kind, ...args], {
      env: { UV_THREADPOOL_SIZE: THREAD_POOL_SIZE, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const startDecided = new AbortController()
    const startedChild = child
    clock.wait(START_TIMEOUT, startDecided.signal).then(
      () => startedChild.kill('SIGKILL'),
      () => undefined,
    )
    const ended = new AbortController()
    let health: HealthCheck | undefined
    child.on('message', (message: ToParent) => {
      if (message.kind === 'healthy') return health?.onResponse()
      startDecided.abort()
      if (message.kind === 'ready') {
        firstReady.resolve({ setupLink: message.setupLink })
        health = killWhenStuck(startedChild, { clock, log: log.child({ part: kind }), signal: ended.signal })
      } else if (message.final) firstReady.reject(new CommandError(EXIT.busy, message.message))
    })
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    startDecided.abort()
    ended.abort()
    if (code === EXIT.config) firstReady.reject(new CommandError(EXIT.config, 'invalid settings'))
    if (!stopping.signal.aborted) log.warn({ role: kind, code, signal }, 'a server process exited and is restarted')
  }
  const restartLoop = async (): Promise<void> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      const startedAt = clock.now().getTime()
      await runOnce()
      if (clock.now().getTime() - startedAt > STABLE_AFTER) attempt = 1
      await clock.wait(backOff(attempt, RESTART_DELAY), stopping.signal).catch(() => undefined)
    }
  }
  const ended = restartLoop()

  return {
    pid: () => child?.pid,
    ready: firstReady.promise,
    stop: async () => {
      stopping.abort()
      if (child?.connected) child.send({ kind: 'stop', drain: kind === 'api' } satisfies ToRole, () => undefined)
      await ended
    },
  }
}

function killWhenStuck(child: ChildProcess, options: { clock: Clock; log: Log; signal: AbortSignal }): HealthCheck {
  const { clock, log, signal } = options
  const sendCheck = () => {
    if (child.connected) child.send({ kind: 'healthCheck' } satisfies ToRole, () => undefined)
  }
  const health = startHealthCheck({ sendCheck, clock, signal })
  health.stuck.then(
    () => {
      log.error('a server process has not answered its health check for 20 seconds and is stopped')
      child.kill('SIGKILL')
    },
    () => undefined, // the process has exited
  )
  return health
}

/**
 * Messages from a server process to `start`. `ready` contains the setup link while there is no account. A `final` failure must not
 * be retried. `healthy` responds to a health check.
 */
export type ToParent =
  | { kind: 'ready'; setupLink: string | null }
  | { kind: 'failed'; message: string; final: boolean }
  | { kind: 'healthy' }

/** Messages from `start` to a server process. */
export type ToRole = { kind: 'stop'; drain: boolean } | { kind: 'healthCheck' }

export const CHECK_INTERVAL: Millis = seconds(5)
/** Number of consecutive health checks without a response after which a process counts as stuck: 20 seconds. */
const MAX_MISSED_CHECKS = 4

type HealthCheck = {
  /** Call this when the process has responded. */
  onResponse: () => void
  /** Resolves when the process has not responded for 20 seconds. Rejects when `signal` aborts. */
  stuck: Promise<void>
}

/**
 * Sends health checks to a process. Checks during which this process was itself suspended do not count, because the whole machine
 * was suspended.
 */
export function startHealthCheck(options: { sendCheck: () => void; clock: Clock; signal: AbortSignal }): HealthCheck {
  const { sendCheck, clock, signal } = options
  let missed = 0
  const check = async (): Promise<void> => {
    while (missed < MAX_MISSED_CHECKS) {
      const sentAt = clock.now().getTime()
      missed += 1
      sendCheck()
      await clock.wait(CHECK_INTERVAL, signal)
      if (clock.now().getTime() - sentAt >= 2 * CHECK_INTERVAL) missed = 0
    }
  }
  return { onResponse: () => void (missed = 0), stuck: check() }
}
