import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEarshot } from '#test/process/startEarshot.ts'
import { seedDataDir } from '#dev/seed/seedDataDir.ts'
import { measureBrowser } from './libraryBrowser.ts'
import { measureServer } from './libraryServer.ts'
import { measure } from '../web.ts'

const FILES = 20_000
const ACCOUNT = { email: 'library@example.org', password: 'correct horse', files: FILES, folders: 24, trashPercent: 3 }

/** Measures a library of 20,000 recordings: what its lists cost the server and how fast they are in a browser. */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const settings = { PORT: '4395', DATA_DIR: dir, LOG_LEVEL: 'error', WELCOME: 'off', CALLS_PER_MINUTE: '0' }
  try {
    await using running = await startEarshot(settings)
    const start = performance.now()
    const { userId, token } = await seedDataDir(settings, ACCOUNT)
    console.log(`  ${FILES} recordings seeded in ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
    const isServerFast = await measureServer({ running, dataDir: dir, userId, token })
    console.log('\n     value target  limit  at a quarter of this processor')
    const isBrowserFast = await measureBrowser({ url: running.url, token, entryBytes: measure()[0]?.gzip ?? 0 })
    if (!isServerFast || !isBrowserFast) process.exitCode = 1
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

if (import.meta.main) await run()
