import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type KeptRole, keepRole } from '#app/cli/keepRole.ts'
import { greeting } from '#app/cli/greeting.ts'
import { prepareDatabase } from '#app/cli/prepareDatabase.ts'
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
/** Files below src/ that only the browser reads. Vite reloads those. */
const BROWSER_ONLY = /^(ui|app\/web)\/|^features\/[^/]+\/(web|messages)(\/|\.tsx$)|\.test\.tsx?$/
/** Editors write a file in several steps, so changes within this time in ms count as one. */
const WRITTEN = 150

await dev()

async function dev(): Promise<void> {
  const begun = performance.now()
  const config = readConfig({ NODE_ENV: 'development', ...environment() })
  const log = createLog({ level: config.logLevel }).child({ role: 'dev' })
  const ending = new AbortController()
  process.on('SIGINT', () => ending.abort())
  process.on('SIGTERM', () => ending.abort())
  const database = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log, runAs: config.runAs }) : null
  const url = config.databaseUrl ?? database?.url ?? ''
  const page = spawn('node_modules/.bin/vite', ['--clearScreen', 'false'], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  page.once('exit', () => ending.abort())
  let parts = await startParts(config, url, log)
  try {
    const served = await Promise.race([Promise.all(parts.map((part) => part.ready)), once(ending.signal, 'abort').then(() => [])])
    const setupLink = served.find((part) => part.setupLink !== null)?.setupLink ?? null
    if (!ending.signal.aborted) process.stdout.write(greeting(config, setupLink, performance.now() - begun))
    for await (const path of changes(ending.signal)) {
      log.info({ path }, 'changed, starting again')
      await stopAll(parts)
      if (ending.signal.aborted) break
      parts = await startParts(config, url, log)
    }
  } finally {
    await Promise.all([stopAll(parts), endOf(page)])
    await database?.stop()
  }
}

async function startParts(config: Config, url: string, log: Log): Promise<KeptRole[]> {
  const directUrl = config.databaseDirectUrl ?? url
  try {
    await prepareDatabase(directUrl, log)
  } catch (error) {
    log.error({ err: error }, 'a migration failed; mend it and save')
    return []
  }
  const env = { NODE_ENV: 'development', ...process.env, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }
  return (['api', 'worker'] as const).map((kind) => keepRole(kind, { args: [], env, clock: systemClock, log }))
}

const stopAll = (parts: readonly KeptRole[]): Promise<unknown> => Promise.all(parts.map((part) => part.stop()))

/** Yields changed server files as paths below src/. A burst of writes counts once. Ends when the signal aborts. */
async function* changes(signal: AbortSignal): AsyncGenerator<string> {
  let handled = -Infinity
  try {
    for await (const { filename } of watch(`${ROOT}/src`, { recursive: true, signal })) {
      const path = (filename ?? '').replaceAll('\\', '/')
      const concerns = /\.(ts|sql|json)$/.test(path) && !BROWSER_ONLY.test(path)
      if (!concerns || performance.now() - handled < WRITTEN) continue
      await systemClock.wait(WRITTEN, signal)
      yield path
      handled = performance.now()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
