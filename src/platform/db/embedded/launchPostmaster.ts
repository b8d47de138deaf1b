import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Clock } from '#platform/clock/clock.ts'
import { commandFor } from '#platform/db/embedded/chooseAccount.ts'
import type { ClusterLocation } from '#platform/db/embedded/chooseLocation.ts'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'
import { cannotRunError } from '#platform/db/embedded/initialiseCluster.ts'
import { readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'
import type { Guard } from '#platform/db/embedded/startGuard.ts'
import { withoutValues } from '#platform/log/describeError.ts'
import type { Log } from '#platform/log/log.ts'

export type LaunchOptions = {
  readonly location: ClusterLocation
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
 * Starts postgres in its own session, so that Ctrl-C does not stop it before the current requests end. Resolves when it accepts
 * connections, which takes as long as recovery after a crash.
 *
 * The shell waits for a line of input before it execs postgres. By then the guard knows its pid, so postgres is never orphaned
 * when this process dies. Neither the shell nor `unshare` forks, so the pid is that of the postmaster.
 */
export const launchPostmaster = async (options: LaunchOptions): Promise<Launched> => {
  const { location, guard, log, clock, signal } = options
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { line: commandLine, ids } = commandFor(location.account, location.binaries.postgres, [
    '-D',
    location.cluster,
    ...settings,
  ])
  const child = spawn('sh', ['-c', 'read -r go && exec "$@" </dev/null', 'sh', ...commandLine], {
    cwd: location.cluster,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: location.binaries.env,
    ...ids,
  })
  const lastLines = logOutput(log, child)
  const ended = waitForEnd(child, lastLines)
  const { pid } = child
  if (pid === undefined) throw new EmbeddedError('start-failed', `PostgreSQL could not be started. ${await ended}`)
  guard.watch(pid)
  child.stdin.on('error', () => {})
  child.stdin.end('go\n')
  try {
    await waitUntilReady(pid)
  } catch (error) {
    child.kill('SIGINT')
    await ended
    throw error
  }
  return { pid, ended }

  async function waitUntilReady(ownPid: number): Promise<void> {
    let endMessage: string | null = null
    void ended.then((message) => (endMessage = message))
    for (;;) {
      const file = await readPostmasterFile(location.cluster)
      if (file?.pid === ownPid && file.status === 'ready') return
      if (endMessage !== null) throw new EmbeddedError('start-failed', `PostgreSQL did not start. ${String(endMessage)}`)
      await clock.wait(10, signal)
    }
  }
}

/** A line with the SQLSTATE that `log_line_prefix` writes first. The first lines of a start have none. */
const OUTPUT_LINE = /^(?:([0-9A-Z]{5}) )?(.*)$/

/** Statement errors that callers turn into refusals or cause on purpose. */
const EXPECTED_ERRORS: ReadonlySet<string> = new Set([
  '23503', // the row it references has just been removed
  '23505', // the name is taken
  '40P01', // a deadlock, after which the caller retries
  '57014', // canceled: the client disconnected or the time limit passed
])

function logOutput(log: Log, child: ChildProcess): string[] {
  const lastLines: string[] = []
  if (!child.stderr) return lastLines
  createInterface({ input: child.stderr }).on('line', (line) => {
    const [, sqlState = '', text = ''] = OUTPUT_LINE.exec(line) ?? []
    lastLines.push(text)
    if (lastLines.length > 12) lastLines.shift()
    if (/^(FATAL|PANIC):/.test(text)) log.error({ from: 'postgres' }, text)
    else if (/^(ERROR|WARNING):/.test(text) && !EXPECTED_ERRORS.has(sqlState)) log.warn({ from: 'postgres' }, withoutValues(text))
    else log.debug({ from: 'postgres' }, text)
  })
  return lastLines
}

async function waitForEnd(child: ChildProcess, lastLines: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  child.on('error', (error) => resolve(cannotRunError('sh', error).message))
  child.on('exit', (code, signal) => {
    // Backends may keep the pipe open a moment longer; only the exit counts.
    setImmediate(() => resolve(`It ended with ${signal ?? code}. ${lastLines.join(' ')}`.trim()))
  })
  return await promise
}

/** Settings by name, as in `postgres -c name=value`. They are passed at every start, so that a new version can change them. */
export type PostgresSettings = Readonly<Record<string, string>>

/** Settings of the embedded PostgreSQL: socket only, small, UTC. */
export const postgresSettings = (socketDir: string): PostgresSettings => ({
  listen_addresses: '',
  // A comma-separated list, quoted because the path may contain a comma.
  unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  max_connections: '100',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%e ',
  // Details and statements contain what users wrote.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
})

/** For tests: fast, but a power failure may lose everything. */
export const nonDurableSettings: PostgresSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}
