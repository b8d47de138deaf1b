import { type Server, openServer } from '#app/server/openServer.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import { createLog } from '#platform/log/log.ts'
import { EXIT } from './exitCodes.ts'
import type { ToParent, ToRole } from './roleMessages.ts'

/** While answers ask clients to close, so that nobody's next request meets a closed door (measured). */
const DRAIN = 1000

/** One part of the server: `api` answers, `worker` does the jobs. Ends when the parent says so or is gone. */
export async function role([kind = 'api', webDir = '']: string[]): Promise<number> {
  const config = { ...readConfig(environment()), role: kind === 'worker' ? ('worker' as const) : ('api' as const) }
  const log = createLog({ level: config.logLevel }).child({ role: config.role })
  const isWorker = config.role === 'worker'
  const { checksReplies } = config
  const server = await openServer({ config, databaseUrl: config.databaseUrl ?? '', log, checksReplies, supervise: isWorker, webDir: webDir || null })
  const ended = endOf(server, isWorker)
  await server.begin({ working: isWorker })
  try {
    if (!isWorker) await server.listen()
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    tell({ kind: 'failed', says: taken ? `Port ${config.port} on ${config.host} is in use. Choose another with PORT.` : String(error), final: taken })
    await server.close()
    return EXIT.busy
  }
  tell({ kind: 'ready' })
  await ended
  process.disconnect?.()
  return EXIT.ok
}

/** Resolves when all has been closed in order: HTTP drained, leases given back, pools ended. */
function endOf(server: Server, isWorker: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let ending = false
    const end = async (drain: number) => {
      if (ending) return
      ending = true
      server.app.draining = true
      if (!isWorker) await systemClock.wait(drain)
      await server.close()
    }
    process.on('message', (message: ToRole) => {
      if (message.kind === 'stop') end(message.drain ? DRAIN : 0).then(resolve, reject)
    })
    process.on('disconnect', () => end(0).then(resolve, reject))
    process.on('SIGTERM', () => end(DRAIN).then(resolve, reject))
    process.on('SIGINT', () => undefined) // the terminal tells the whole group; the parent says when
  })
}

const tell = (message: ToParent): void => void process.send?.(message)
