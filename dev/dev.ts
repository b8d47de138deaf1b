import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type SupervisedRole, superviseRole } from '#app/cli/superviseRole.ts'
import { readyMessage, prepareDatabase } from '#app/cli/start.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import { startEmbedded } from '#platform/db/embedded/startEmbedded.ts'
import { type Log, createLog } from '#platform/log/log.ts'

/**
 * `npm run dev`: runs the server from its source, restarts its processes (after new migrations) when a source file changes, and
 * serves the web app with live reload. The database keeps running. Ctrl-C stops everything.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Files below src/ that only the browser uses. Vite reloads those. */
const BROWSER_ONLY = /^(ui|app\/web)\/|^features\/[^/]+\/(web|messages)(\/|\.tsx$)|\.test\.tsx?$/
/** Editors write a file in several steps, so changes within this time in ms count as one. */
const WRITE_BURST = 150

await runDev()

async function runDev(): Promise<void> {
  const startedAt = performance.now()
  const config = readConfig({ NODE_ENV: 'development', ...environment() })
  const log = createLog({ level: config.logLevel }).child({ role: 'dev' })
  const abortController = new AbortController()
  process.on('SIGINT', () => abortController.abort())
  process.on('SIGTERM', () => abortController.abort())
  const database = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log, runAs: config.runAs }) : null
  const url = config.databaseUrl ?? database?.url ?? ''
  const viteServer = spawn('node_modules/.bin/vite', ['--clearScreen', 'false'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  viteServer.once('exit', () => abortController.abort())
  let roles = await startRoles(config, url, log)
  try {
    const readyRoles = await Promise.race([
      Promise.all(roles.map((role) => role.ready)),
      once(abortController.signal, 'abort').then(() => []),
    ])
    const setupLink = readyRoles.find((role) => role.setupLink !== null)?.setupLink ?? null
    if (!abortController.signal.aborted) process.stdout.write(readyMessage(config, setupLink, performance.now() - startedAt))
    for await (const path of watchChanges(abortController.signal)) {
      log.info({ path }, 'changed, restarting')
      await stopAll(roles)
      if (abortController.signal.aborted) break
      roles = await startRoles(config, url, log)
    }
  } finally {
    await Promise.all([stopAll(roles), stopProcess(viteServer)])
    await database?.stop()
  }
}

async function startRoles(config: Config, url: string, log: Log): Promise<SupervisedRole[]> {
  const directUrl = config.databaseDirectUrl ?? url
  try {
    await prepareDatabase(directUrl, log)
  } catch (error) {
    log.error({ err: error }, 'a migration failed; fix it and save')
    return []
  }
  const env = { NODE_ENV: 'development', ...process.env, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }
  return (['api', 'worker'] as const).map((kind) => superviseRole(kind, { args: [], env, clock: systemClock, log }))
}

const stopAll = (roles: readonly SupervisedRole[]): Promise<unknown> => Promise.all(roles.map((role) => role.stop()))

/** Yields changed server files as paths below src/. A burst of writes counts once. Ends when the signal aborts. */
async function* watchChanges(signal: AbortSignal): AsyncGenerator<string> {
  let lastHandled = -Infinity
  try {
    for await (const { filename } of watch(`${ROOT}/src`, { recursive: true, signal })) {
      const path = (filename ?? '').replaceAll('\\', '/')
      const isServerFile = /\.(ts|sql|json)$/.test(path) && !BROWSER_ONLY.test(path)
      if (!isServerFile || performance.now() - lastHandled < WRITE_BURST) continue
      await systemClock.wait(WRITE_BURST, signal)
      yield path
      lastHandled = performance.now()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
