import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { seconds } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Log } from '#platform/log/log.ts'
import { CommandError, EXIT } from './exitCodes.ts'
import { type HealthCheck, startHealthCheck } from './healthCheck.ts'
import type { ToParent, ToRole } from './roleMessages.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const MAX_RESTART_DELAY = seconds(5)
/** A process that ran this long is restarted without a growing delay. */
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
 * Runs a role of the server in a child process and restarts it, with growing delays, whenever it exits. A ready process that does
 * not respond to its health check for 20 seconds is killed, because nothing else would detect a blocked event loop.
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
      env,
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
    if (code === EXIT.config) firstReady.reject(new CommandError(EXIT.config, 'the server does not accept these settings'))
    if (!stopping.signal.aborted) log.warn({ role: kind, code, signal }, 'a part of the server ended and is started again')
  }
  const restartLoop = async (): Promise<void> => {
    for (let delay = 200; !stopping.signal.aborted; delay = Math.min(delay * 2, MAX_RESTART_DELAY)) {
      const startedAt = clock.now().getTime()
      await runOnce()
      if (clock.now().getTime() - startedAt > STABLE_AFTER) delay = 100
      await clock.wait(delay, stopping.signal).catch(() => undefined)
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
      log.error('a part of the server has not answered its health check for 20 seconds and is ended')
      child.kill('SIGKILL')
    },
    () => undefined, // the process has exited
  )
  return health
}
