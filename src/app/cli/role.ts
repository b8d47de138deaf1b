import { type Server, openServer } from '#app/server/openServer.ts'
import { hasAccounts, setupToken } from '#features/account/server.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import { createLog } from '#platform/log/log.ts'
import { EXIT } from './exitCodes.ts'
import type { ToParent, ToRole } from './roleMessages.ts'

/** While answers ask clients to close, so that nobody's next request meets a closed door (measured). */
const DRAIN = 1000

/** One part of the server: `api` answers, `worker` does the jobs. Ends when the parent says so or is gone. */
export async function role([kind = 'api', webDir = '', databaseDir = '']: string[]): Promise<number> {
  const stopAsked = stopOrder()
  answerHealthChecks()
  const config = { ...readConfig(environment()), role: kind === 'worker' ? ('worker' as const) : ('api' as const) }
  const isWorker = config.role === 'worker'
  const server = await openServer({
    config,
    databaseUrl: config.databaseUrl ?? '',
    databaseDir: databaseDir || null,
    log: createLog({ level: config.logLevel }).child({ role: config.role }),
    checksReplies: config.checksReplies,
    supervise: isWorker,
    webDir: webDir || null,
  })
  await server.begin({ working: isWorker })
  const trouble = isWorker ? null : await listening(server, config)
  if (trouble) await tell(trouble)
  else await tell({ kind: 'ready', setupLink: isWorker ? null : await setupLink(server, config) })
  // A stop asked for while this part was still starting has been kept, and is obeyed now.
  const { drain } = trouble ? { drain: false } : await stopAsked
  server.app.draining = true
  if (drain) await systemClock.wait(DRAIN)
  await server.close()
  process.disconnect?.()
  return trouble ? EXIT.busy : EXIT.ok
}

async function listening(server: Server, config: Config): Promise<ToParent | null> {
  try {
    await server.listen()
    return null
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const says = taken ? `Port ${config.port} on ${config.host} is in use. Choose another with PORT.` : String(error)
    return { kind: 'failed', says, final: taken }
  }
}

async function setupLink({ ground }: Server, { publicUrl }: Config): Promise<string | null> {
  return (await hasAccounts(ground)) ? null : `${publicUrl}/login?setup=${setupToken(ground)}`
}

/** Resolves when this part shall end; only an API asked in peace drains. */
function stopOrder(): Promise<{ drain: boolean }> {
  return new Promise((resolve) => {
    process.on('message', (message: ToRole) => message.kind === 'stop' && resolve({ drain: message.drain }))
    process.on('disconnect', () => resolve({ drain: false }))
    process.on('SIGTERM', () => resolve({ drain: true }))
    process.on('SIGINT', () => undefined) // the terminal tells the whole group; the parent says when
  })
}

/** A part whose event loop stands still does not answer, and is ended by its parent. */
function answerHealthChecks(): void {
  process.on('message', (message: ToRole) => message.kind === 'healthCheck' && void tell({ kind: 'healthy' }))
}

/** Resolves when it has been handed over, or nobody is there any more. */
const tell = (message: ToParent): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve())
    else resolve()
  })
