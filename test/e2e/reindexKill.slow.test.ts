import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLocalServer } from '#dev/seed/openLocalServer.ts'
import { seedFiles } from '#features/files/server.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import { type Db, executeSql, openDb } from '#platform/db/db.ts'
import { findRunningUrl } from '#platform/db/embedded/postmaster.ts'
import { minutes } from '#shared/units.ts'
import { type Ollama, startOllama } from '#test/fakes/llm/startOllama.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { spawnEarshot, startEarshot, killProcess } from '#test/process/startEarshot.ts'
import { createClients, signUp } from '#test/server/user.ts'

const RECORDINGS = 200
const SEGMENTS = 12
/** Duration of indexing before each kill. */
const DELAYS = [150, 400, 700, 1000, 1500]

let dir: string
let ollama: Ollama
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-reindex-'))
  ollama = await startOllama([{ name: 'concepts', size: 1, context: 512, dimensions: 256 }])
})
afterAll(async () => {
  await ollama[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

async function seed(settings: Record<string, string>, userId: string): Promise<void> {
  const { server, close } = await openLocalServer(readConfig(settings))
  const drafts = Array.from({ length: RECORDINGS }, (_, n) => ({
    filename: `Title${n}`,
    scene: 101,
    startTime: new Date(Date.UTC(2026, 0, 1, n)),
    editTime: new Date(0),
    duration: 300_000,
    filetagIds: [],
    trashedAt: null,
    summary: null,
    transcript: Array.from({ length: SEGMENTS }, (__, index) => ({
      id: String(index),
      start_time: index * 10_000,
      end_time: index * 10_000 + 9000,
      speaker: '',
      original_speaker: '',
      content: `Needle${n} ${index === 0 ? `only${n}` : ''} ${`filler${n % 7} more `.repeat(45)}`,
    })),
  }))
  await seedFiles(server.ctx, userId, drafts)
  await close()
}

/** Returns the counts and contents of the index. */
async function readIndex(db: Db): Promise<{ waiting: number; passages: number; texts: string; vectors: number }> {
  const { rows } = await executeSql<Awaited<ReturnType<typeof readIndex>>>(
    db,
    `select (select count(*)::int from search_recording where not is_indexed) as waiting,
       (select count(*)::int from search_passage) as passages,
       (select md5(string_agg(concat_ws(' ', file_id, kind, ref, n, body, tsv), '|' order by file_id, kind, ref, n))
        from search_passage) as texts,
       (select coalesce(sum(jsonb_array_length(passages)), 0)::int from search_vector where not is_outdated) as vectors`,
  )
  return rows[0]!
}

it(
  'indexes everything, once, also when the server is killed again and again',
  async () => {
    const port = String(await findFreePort())
    const settings = {
      DATA_DIR: dir,
      PORT: port,
      SIGN_UP: 'open',
      EARSHOT_SCRIPTED: 'speech',
      WELCOME: 'off',
      CALLS_PER_MINUTE: '0',
      EMBEDDING_BASE_URL: ollama.baseUrl,
      EMBEDDING_MODEL: 'concepts',
    }
    const withDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const db = openDb((await findRunningUrl(dir)) ?? '', { use: 'worker' })
      try {
        return await work(db)
      } finally {
        await db.destroy()
      }
    }
    const untilDone = async (db: Db) => {
      const isDone = async () => {
        const { waiting, passages, vectors } = await readIndex(db)
        return waiting === 0 && passages > 0 && vectors === passages
      }
      await expect.poll(isDone, { timeout: minutes(3), interval: 500 }).toBe(true)
      return await readIndex(db)
    }
    let token: string
    {
      await using running = await startEarshot(settings)
      const user = await signUp(running.url, 'lena')
      token = user.token
      await seed(settings, user.id)
      const { exited } = spawnEarshot(['reindex'], settings)
      expect(await exited).toBe(0)
    }
    let before: Awaited<ReturnType<typeof readIndex>>
    {
      await using _ = await startEarshot(settings)
      before = await withDatabase(untilDone)
    }
    expect(before.passages).toBe(RECORDINGS * SEGMENTS)

    const interrupted: number[] = []
    for (const delay of DELAYS) {
      const running = await startEarshot(settings)
      const command = spawnEarshot(['reindex'], settings)
      await withDatabase(async (db) => {
        // Wait until the command has marked all recordings.
        await expect.poll(async () => (await readIndex(db)).waiting, { timeout: minutes(1), interval: 20 }).toBeGreaterThan(0)
        await systemClock.wait(delay)
        interrupted.push((await readIndex(db)).waiting)
        for (const pid of [running.child.pid, command.child.pid]) if (pid) killProcess(-pid)
        await Promise.all([running.exited, command.exited])
      })
    }
    expect(Math.max(...interrupted)).toBeGreaterThan(0)

    await using running = await startEarshot(settings)
    const after = await withDatabase(untilDone)
    expect(after).toEqual(before)
    const { search } = createClients(running.url, { token })
    for (let n = 0; n < RECORDINGS; n += 9) {
      const { data } = await search.recordings({ body: { query: `"only${n}"` } })
      expect(data).toMatchObject({
        total_recordings: 1,
        total_moments: 1,
        not_indexed: 0,
        recordings: [{ filename: `Title${n}` }],
      })
      expect((await search.recordings({ body: { query: `"needle${n}"` } })).data.total_moments).toBe(SEGMENTS)
    }
    console.log(`  killed ${interrupted.length} times, with ${interrupted.join(', ')} of ${RECORDINGS} recordings not indexed`)
  },
  minutes(8),
)
