import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { executeSql, openDb } from '#platform/db/db.ts'
import { startEmbedded, type Embedded, type EmbeddedOptions } from '#platform/db/embedded/startEmbedded.ts'
import { quietLog } from '#platform/log/log.ts'

/**
 * Returns a folder for the data folders of a test file, and `start`, which starts PostgreSQL on one of them. All of them are
 * stopped after each test, and the folder is deleted after the last one.
 */
export function embeddedDatabases() {
  const root = mkdtempSync(join(tmpdir(), 'earshot-embedded-'))
  const started: Embedded[] = []
  const start = async (dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> => {
    const embedded = await startEmbedded({ dataDir, log: quietLog, nonDurable: true, ...options })
    started.push(embedded)
    return embedded
  }
  afterEach(async () => {
    for (const embedded of started.splice(0)) await embedded.stop()
  })
  afterAll(() => rm(root, { recursive: true, force: true }))
  return { root, start }
}

/** Creates a cluster with the table `kept`, which contains the number 1. */
export async function createCluster(dataDir: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir, log: quietLog, nonDurable: true })
  await runStatements(embedded, 'create table kept (n int primary key)', 'insert into kept values (1)')
  await embedded.stop()
}

/** Returns the numbers of the table `kept`. */
export const readNumbers = async (embedded: Embedded): Promise<number[]> => {
  const db = openDb(embedded.url, { use: 'api' })
  try {
    return (await executeSql<{ n: number }>(db, 'select n from kept order by n')).rows.map((row) => row.n)
  } finally {
    await db.destroy()
  }
}

export const runStatements = async (embedded: Embedded, ...statements: string[]): Promise<void> => {
  const db = openDb(embedded.url, { use: 'worker' })
  for (const statement of statements) await executeSql(db, statement)
  await db.destroy()
}

/** Starts another process that runs PostgreSQL on `dataDir` and prints the result. */
export const startInOtherProcess = async (dataDir: string): Promise<{ child: ChildProcess; output: string }> => {
  const code = `
    import { startEmbedded } from '#platform/db/embedded/startEmbedded.ts'
    import { quietLog } from '#platform/log/log.ts'
    const stay = setInterval(() => {}, 1000)
    try {
      console.log((await startEmbedded({ dataDir: process.argv[1], log: quietLog, nonDurable: true })).pid())
    } catch (error) {
      console.log(error.kind + ' ' + error.message)
      clearInterval(stay)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  )
  return { child, output }
}
