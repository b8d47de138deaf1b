import { type Server, createAppServer } from '#app/server/createAppServer.ts'
import { hasAccounts, setupToken } from '#features/account/server.ts'
import { seconds } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import { createLog } from '#platform/log/log.ts'
import { EXIT } from './runCommand.ts'
import type { ToParent, ToRole } from './superviseRole.ts'

/**
 * Time during which responses ask clients to close their connections, so that their next request does not reach a closed port
 * (measured).
 */
const DRAIN_TIME = 1000
/** Time limit for a regular stop. A database that does not respond would block the process forever. */
const STOP_TIMEOUT = seconds(15)
/** Time limit without a parent process: the next start needs the port. */
const ORPHAN_TIMEOUT = seconds(2)

/**
 * Runs one role of the server: `api` handles requests, `worker` runs jobs. Stops when the parent process requests it or has exited.
 */
export async function role([kind = 'api', webDir = '', databaseDir = '']: string[]): Promise<number> {
  const stopRequested = waitForStop()
  void exitLater(stopRequested)
  respondToHealthChecks()
  const config = { ...readConfig(environment()), role: kind === 'worker' ? ('worker' as const) : ('api' as const) }
  const isWorker = config.role === 'worker'
  const server = await createAppServer({
    config,
    databaseUrl: config.databaseUrl ?? '',
    databaseDir: databaseDir || null,
    log: createLog({ level: config.logLevel }).child({ role: config.role }),
    checksReplies: config.checksReplies,
    supervise: isWorker,
    webDir: webDir || null,
  })
  await server.start({ processJobs: isWorker })
  const failure = isWorker ? null : await tryListen(server, config)
  if (failure) await sendToParent(failure)
  else await sendToParent({ kind: 'ready', setupLink: isWorker ? null : await setupLink(server, config) })
  // A stop request that arrived during startup takes effect now.
  const { drain } = failure ? { drain: false } : await stopRequested
  server.app.draining = true
  if (drain) await systemClock.wait(DRAIN_TIME)
  await server.close()
  process.disconnect?.()
  return failure ? EXIT.busy : EXIT.ok
}

async function tryListen(server: Server, config: Config): Promise<ToParent | null> {
  try {
    await server.listen()
    return null
  } catch (error) {
    const isPortInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const message = isPortInUse ? `Port ${config.port} on ${config.host} is in use. Choose another with PORT.` : String(error)
    return { kind: 'failed', message, final: isPortInUse }
  }
}

async function setupLink({ ctx }: Server, { publicUrl }: Config): Promise<string | null> {
  return (await hasAccounts(ctx)) ? null : `${publicUrl}/login?setup=${setupToken(ctx)}`
}

type StopRequest = { readonly drain: boolean; readonly isOrphan: boolean }

/** Resolves when this process must stop. Only a regular stop of the API drains connections. */
function waitForStop(): Promise<StopRequest> {
  return new Promise((resolve) => {
    process.on('message', (message: ToRole) => message.kind === 'stop' && resolve({ drain: message.drain, isOrphan: false }))
    process.on('disconnect', () => resolve({ drain: false, isOrphan: true }))
    process.on('SIGTERM', () => resolve({ drain: true, isOrphan: false }))
    // The parent was killed while this process was loading its modules.
    if (process.connected === false) resolve({ drain: false, isOrphan: true })
    process.on('SIGINT', () => undefined) // the terminal signals the whole process group; the parent decides when to stop
  })
}

/** Exits when the process has not stopped in time, whatever it is waiting for. */
async function exitLater(stopRequested: Promise<StopRequest>): Promise<void> {
  const { isOrphan } = await stopRequested
  await systemClock.wait(isOrphan ? ORPHAN_TIMEOUT : STOP_TIMEOUT)
  process.exit(EXIT.ok)
}

/** A process whose event loop is blocked does not respond and is killed by its parent. */
function respondToHealthChecks(): void {
  process.on('message', (message: ToRole) => message.kind === 'healthCheck' && void sendToParent({ kind: 'healthy' }))
}

/** Resolves when the message has been sent or the parent has exited. */
const sendToParent = (message: ToParent): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve())
    else resolve()
  })
