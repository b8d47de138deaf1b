import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { seconds } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Log } from '#platform/log/log.ts'
import { CommandError, EXIT } from './exitCodes.ts'
import { type HealthCheck, checkHealth } from './healthCheck.ts'
import type { ToParent, ToRole } from './roleMessages.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const LONGEST_PAUSE = seconds(5)
/** A process that ran this long is restarted without a growing delay. */
const LIVED_WELL = seconds(30)
/** A process that is not ready within this time is killed. */
const STARTS_WITHIN = seconds(60)

export type KeptRole = {
  pid: () => number | undefined
  /** Resolves when the process is ready for the first time. Rejects when it can never start. */
  ready: Promise<{ setupLink: string | null }>
  stop: () => Promise<void>
}

/**
 * Runs a role of the server in a child process and restarts it, with growing delays, whenever it exits. A ready process that does
 * not respond to its health check for 20 seconds is killed, because nothing else would detect a blocked event loop.
 */
export function keepRole(
  kind: 'api' | 'worker',
  options: { args: string[]; env: NodeJS.ProcessEnv; clock: Clock; log: Log },
): KeptRole {
  const { args, env, clock, log } = options
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  const first = Promise.withResolvers<{ setupLink: string | null }>()
  first.promise.catch(() => undefined)

  const runOnce = async (): Promise<void> => {
    child = fork(MAIN, ['role', kind, ...args], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const decided = new AbortController()
    const hung = child
    clock.wait(STARTS_WITHIN, decided.signal).then(
      () => hung.kill('SIGKILL'),
      () => undefined,
    )
    const ended = new AbortController()
    let health: HealthCheck | undefined
    child.on('message', (message: ToParent) => {
      if (message.kind === 'healthy') return health?.answered()
      decided.abort()
      if (message.kind === 'ready') {
        first.resolve({ setupLink: message.setupLink })
        health = endWhenStuck(hung, { clock, log: log.child({ part: kind }), signal: ended.signal })
      } else if (message.final) first.reject(new CommandError(EXIT.busy, message.says))
    })
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    decided.abort()
    ended.abort()
    if (code === EXIT.config) first.reject(new CommandError(EXIT.config, 'the server does not accept these settings'))
    if (!stopping.signal.aborted) log.warn({ role: kind, code, signal }, 'a part of the server ended and is started again')
  }
  const keep = async (): Promise<void> => {
    for (let pause = 200; !stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const begun = clock.now().getTime()
      await runOnce()
      if (clock.now().getTime() - begun > LIVED_WELL) pause = 100
      await clock.wait(pause, stopping.signal).catch(() => undefined)
    }
  }
  const ended = keep()

  return {
    pid: () => child?.pid,
    ready: first.promise,
    stop: async () => {
      stopping.abort()
      if (child?.connected) child.send({ kind: 'stop', drain: kind === 'api' } satisfies ToRole, () => undefined)
      await ended
    },
  }
}

function endWhenStuck(child: ChildProcess, options: { clock: Clock; log: Log; signal: AbortSignal }): HealthCheck {
  const { clock, log, signal } = options
  const ask = () => {
    if (child.connected) child.send({ kind: 'healthCheck' } satisfies ToRole, () => undefined)
  }
  const health = checkHealth({ ask, clock, signal })
  health.stuck.then(
    () => {
      log.error('a part of the server has not answered its health check for 20 seconds and is ended')
      child.kill('SIGKILL')
    },
    () => undefined, // the process has exited
  )
  return health
}
