import { spawn, type ChildProcess } from 'node:child_process'
import { executeSql, openDb } from '#platform/db/db.ts'
import type { Embedded } from '#platform/db/embedded/startEmbedded.ts'

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
