import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { searchContract } from '#features/search/contract.ts'
import { countNotIndexed, startReindex } from '#features/search/server.ts'
import { signInOrSignUp } from '#dev/seed/SeedClient.ts'
import { openLocalServer } from '#dev/seed/openLocalServer.ts'
import { readConfig } from '#platform/config/config.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { executeSql } from '#platform/db/db.ts'
import type { AppContext } from '#platform/context.ts'
import { client } from '#shared/client.ts'
import type { Millis } from '#shared/units.ts'
import { createSend } from '#test/server/createSend.ts'
import { startEarshot } from '#test/process/startEarshot.ts'
import { isWithinLimit, printFigure } from '../figures.ts'
import { createQueries } from './queries.ts'
import { createLanguages } from './corpus.ts'
import { seedTranscripts } from './seedTranscripts.ts'
import { percentile, timeOf } from '../timings.ts'
import { forgetCalls } from './search.ts'

const USERS = 50
const RECORDINGS = 100
const WORDS = 1000
const PASSWORD = 'correct horse'

/** Measures the search of a server with one user, and again with 49 other users who have as many recordings of the same words. */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const settings = { PORT: '4398', DATA_DIR: dir, LOG_LEVEL: 'error', WELCOME: 'off', CALLS_PER_MINUTE: '0', SIGN_UP: 'open' }
  try {
    await using running = await startEarshot(settings)
    const { server, close } = await openLocalServer(readConfig(settings))
    try {
      const languages = createLanguages()
      const users: { userId: string; token: string }[] = []
      for (let n = 0; n < USERS; n++) {
        users.push(await signInOrSignUp(server, { email: `user-${n}@example.org`, password: PASSWORD }))
        await forgetCalls(server.ctx)
      }
      const [first, ...others] = users
      const queries = createQueries(languages.map(({ language }) => language)).map(({ query }) => query)
      const search = client('search', searchContract, createSend(running.url, { token: first?.token ?? '' }))
      const measure = async (): Promise<Millis[]> => {
        const times: Millis[] = []
        for (const query of queries.slice(0, 40)) await search.recordings({ body: { query } })
        for (const [n, query] of queries.entries()) {
          if (n % 50 === 0) await forgetCalls(server.ctx)
          times.push(await timeOf(() => search.recordings({ body: { query } })))
        }
        return times
      }
      await addLibraries(server.ctx, users.slice(0, 1), languages)
      const alone = await measure()
      await addLibraries(server.ctx, others, languages)
      const beside = await measure()
      if (!print(alone, beside)) process.exitCode = 1
    } finally {
      await close()
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function addLibraries(
  ctx: AppContext,
  users: readonly { userId: string }[],
  languages: ReturnType<typeof createLanguages>,
): Promise<void> {
  for (const [n, { userId }] of users.entries())
    await seedTranscripts(ctx, userId, languages, { recordings: RECORDINGS, words: WORDS, seed: n + 1 })
  const start = performance.now()
  await startReindex(ctx)
  while ((await countNotIndexed(ctx)) > 0) await systemClock.wait(300)
  await executeSql(ctx.db, 'vacuum analyze search_passage, search_recording')
  console.log(`  ${users.length} libraries indexed in ${Math.round((performance.now() - start) / 1000)} s`)
}

/** Returns true when the limits hold. */
function print(alone: readonly Millis[], beside: readonly Millis[]): boolean {
  const figures = [0.5, 0.95].map((p) => ({
    what: `a search beside ${USERS - 1} other libraries, ${p === 0.5 ? 'median' : 'p95'}`,
    value: percentile(beside, p),
    comparison: `alone ${percentile(alone, p).toFixed(0)} ms`,
    unit: 'ms',
    // The response time varies by this much in any case.
    target: Math.round(percentile(alone, p) * 1.2 + 3),
    limit: Math.round(percentile(alone, p) * 2 + 10),
  }))
  console.log(`  ${RECORDINGS} recordings of ${WORDS} words each, ${alone.length} searches\n\n     value target  limit`)
  for (const figure of figures) printFigure(figure)
  return figures.every(isWithinLimit)
}

if (import.meta.main) await run()
