import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Clock } from '#platform/clock/clock.ts'
import { commandAs } from '#platform/db/embedded/chooseAccount.ts'
import type { Place } from '#platform/db/embedded/choosePlace.ts'
import { EmbeddedProblem } from '#platform/db/embedded/EmbeddedProblem.ts'
import { cannotRun } from '#platform/db/embedded/initialiseCluster.ts'
import { readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'
import type { PostgresSettings } from '#platform/db/embedded/postgresSettings.ts'
import type { Guard } from '#platform/db/embedded/startGuard.ts'
import type { Log } from '#platform/log/log.ts'

export type LaunchOptions = {
  readonly place: Place
  readonly settings: PostgresSettings
  readonly guard: Guard
  readonly log: Log
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Awaited before every start of PostgreSQL: the first one and each restart. */
  readonly beforeStart?: (() => Promise<void>) | undefined
}

/** A postmaster started by this process. `ended` resolves with its last output when it has ended for any reason. */
export type Launched = { readonly pid: number; readonly ended: Promise<string> }

/**
 * Starts postgres in its own session, so that Ctrl-C does not stop it before the requests under way. Resolves when it accepts
 * connections, which takes as long as recovery after a crash.
 *
 * The shell waits for a line of input before it execs postgres. By then the guard knows its pid, so postgres is never orphaned
 * when this process dies. Neither the shell nor `unshare` forks, so the pid is that of the postmaster.
 */
export const launchPostmaster = async (options: LaunchOptions): Promise<Launched> => {
  const { place, guard, log, clock, signal } = options
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { line, ids } = commandAs(place.account, place.binaries.postgres, ['-D', place.cluster, ...settings])
  const child = spawn('sh', ['-c', 'read -r go && exec "$@" </dev/null', 'sh', ...line], {
    cwd: place.cluster,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: place.binaries.env,
    ...ids,
  })
  const lastWords = repeatInto(log, child)
  const ended = whenEnded(child, lastWords)
  const { pid } = child
  if (pid === undefined) throw new EmbeddedProblem('start-failed', `PostgreSQL could not be started. ${await ended}`)
  guard.watch(pid)
  child.stdin.on('error', () => {})
  child.stdin.end('go\n')
  try {
    await untilReady(pid)
  } catch (error) {
    child.kill('SIGINT')
    await ended
    throw error
  }
  return { pid, ended }

  async function untilReady(own: number): Promise<void> {
    let over: string | null = null
    void ended.then((words) => (over = words))
    for (;;) {
      const file = await readPostmasterFile(place.cluster)
      if (file?.pid === own && file.status === 'ready') return
      if (over !== null) throw new EmbeddedProblem('start-failed', `PostgreSQL did not start. ${String(over)}`)
      await clock.wait(10, signal)
    }
  }
}

function repeatInto(log: Log, child: ChildProcess): string[] {
  const lastWords: string[] = []
  if (!child.stderr) return lastWords
  createInterface({ input: child.stderr }).on('line', (text) => {
    lastWords.push(text)
    if (lastWords.length > 12) lastWords.shift()
    if (/^(FATAL|PANIC):/.test(text)) log.error({ from: 'postgres' }, text)
    else if (/^(ERROR|WARNING):/.test(text)) log.warn({ from: 'postgres' }, text)
    else log.debug({ from: 'postgres' }, text)
  })
  return lastWords
}

async function whenEnded(child: ChildProcess, lastWords: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  child.on('error', (error) => resolve(cannotRun('sh', error).message))
  child.on('exit', (code, signal) => {
    // Backends may keep the pipe open a moment longer; only the exit counts.
    setImmediate(() => resolve(`It ended with ${signal ?? code}. ${lastWords.join(' ')}`.trim()))
  })
  return await promise
}
