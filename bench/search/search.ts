import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languageModelsContract } from '#features/language-models/contract.ts'
import { type SearchResult, searchContract } from '#features/search/contract.ts'
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
import { type Figure, isWithinLimit, printFigure } from '../figures.ts'
import { type BenchQuery, createQueries } from './queries.ts'
import { DIMENSIONS, MODEL, startVectorServer } from './startVectorServer.ts'
import { createLanguages } from './corpus.ts'
import { seedTranscripts } from './seedTranscripts.ts'
import { percentile, timeOf } from '../timings.ts'

const RECORDINGS = 2000
const WORDS = 8000
const ACCOUNT = { email: 'search@example.org', password: 'correct horse' }
/** Plain SQL is slow, so it runs only every fourth query of a kind. */
const PLAIN_SHARE = 4

/**
 * Measures the search of 2,000 transcripts of 8,000 words on a running server, from the request to the last byte, compared with
 * plain SQL using ILIKE on the same texts, and the size and time of the index. Then measures the same searches with semantic
 * search, using vectors from a server that responds immediately.
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  await using vectors = await startVectorServer()
  const settings = { PORT: '4397', DATA_DIR: dir, LOG_LEVEL: 'error', WELCOME: 'off', CALLS_PER_MINUTE: '0' }
  try {
    await using running = await startEarshot(settings)
    const { server, close } = await openLocalServer(readConfig(settings))
    try {
      const { userId, token } = await signInOrSignUp(server, ACCOUNT)
      const languages = createLanguages()
      await seedTranscripts(server.ctx, userId, languages, { recordings: RECORDINGS, words: WORDS })
      await measureIndexing(server.ctx)
      const send = createSend(running.url, { token })
      const search = client('search', searchContract, send)
      const queries = createQueries(languages.map(({ language }) => language))
      const times = await measureQueries(server.ctx, {
        userId,
        queries,
        search: (query) => search.recordings({ body: { query } }),
      })
      if (!printTimes(times)) process.exitCode = 1
      const models = client('language-models', languageModelsContract, send)
      await measureVectors(
        server.ctx,
        async () => void (await models.useEmbedding({ body: { address: vectors.baseUrl, model: MODEL } })),
      )
      await measureMeaning(server.ctx, queries, times, async (query) => (await search.recordings({ body: { query } })).data)
    } finally {
      await close()
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function measureIndexing(ctx: AppContext): Promise<void> {
  const start = performance.now()
  await startReindex(ctx)
  while ((await countNotIndexed(ctx)) > 0) await systemClock.wait(500)
  const duration = performance.now() - start
  await executeSql(
    ctx.db,
    `create table bench_text as select user_id, file_id, n, body from search_passage;
     alter table bench_text add primary key (user_id, file_id, n);
     analyze bench_text`,
  )
  const sizes = await executeSql<{ table: string; bytes: number }>(
    ctx.db,
    `select relname as table, pg_total_relation_size(oid) as bytes from pg_class
     where relname in ('search_passage', 'search_recording', 'search_word', 'bench_text')`,
  )
  const { rows } = await executeSql<{ passages: number; text: number }>(
    ctx.db,
    'select count(*) as passages, sum(octet_length(body)) as text from bench_text',
  )
  const { passages = 0, text = 1 } = rows[0] ?? {}
  const index = sizes.rows.filter(({ table }) => table !== 'bench_text').reduce((sum, { bytes }) => sum + bytes, 0)
  const plain = sizes.rows.find(({ table }) => table === 'bench_text')?.bytes ?? 1
  console.log(`  ${RECORDINGS} transcripts of ${WORDS} words, ${passages} passages, ${megabytes(text)} of text`)
  console.log(`  indexed in ${Math.round(duration / 1000)} s, ${Math.round(duration / RECORDINGS)} ms a recording`)
  console.log(
    `  index ${megabytes(index)}: ${(index / text).toFixed(1)} of the text, ${(index / plain).toFixed(1)} of a plain table with it`,
  )
  for (const { table, bytes } of sizes.rows) console.log(`    ${table.padEnd(18)} ${megabytes(bytes)}`)
}

/** Lets the server create the vectors of all passages, and prints their number, size and time. */
async function measureVectors(ctx: AppContext, choose: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await choose()
  const count =
    'select count(*)::int as recordings, coalesce(sum(jsonb_array_length(passages)), 0)::int as passages from search_vector'
  const read = async () => (await executeSql<{ recordings: number; passages: number }>(ctx.db, count)).rows[0]!
  while ((await read()).recordings < RECORDINGS) await systemClock.wait(500)
  const seconds = (performance.now() - start) / 1000
  await executeSql(ctx.db, 'vacuum analyze search_vector')
  const { rows } = await executeSql<{ bytes: number; vectors: number; signs: number }>(
    ctx.db,
    `select pg_total_relation_size('search_vector') as bytes, sum(octet_length(vectors))::float8 as vectors,
       sum(octet_length(signs))::float8 as signs from search_vector`,
  )
  const { bytes, vectors, signs } = rows[0]!
  console.log(
    `\n  ${(await read()).passages} vectors of ${DIMENSIONS} dimensions in ${seconds.toFixed(0)} s, ${megabytes(bytes)}:`,
  )
  console.log(`    ${megabytes(vectors)} of vectors, ${megabytes(signs)} of signs`)
}

type Search = (query: string) => Promise<SearchResult>

/** Prints how long the same searches take with semantic search, compared with words alone. */
async function measureMeaning(ctx: AppContext, queries: readonly BenchQuery[], words: Times, search: Search): Promise<void> {
  const all = [...words.values()].flatMap(({ ours }) => ours)
  const [found, times]: [number[], Millis[]] = [[], []]
  for (const [n, { query }] of queries.entries()) {
    if (n % 50 === 0) await forgetCalls(ctx)
    times.push(
      await timeOf(async () => {
        const { recordings } = await search(query)
        found.push(recordings.flatMap(({ moments }) => moments).filter(({ by_meaning }) => by_meaning).length)
      }),
    )
  }
  const figures = (values: readonly Millis[]) => [0.5, 0.95].map((p) => percentile(values, p).toFixed(0).padStart(6)).join(' ')
  console.log(
    `  ms: median, p95${' '.repeat(20)}${figures(times)}   with meaning\n${' '.repeat(37)}${figures(all)}   words alone`,
  )
  console.log(`  ${found.filter((count) => count > 0).length} of ${found.length} searches gave moments by meaning`)
}

type Times = ReadonlyMap<string, { ours: Millis[]; plain: Millis[] }>
type Measurement = { userId: string; queries: readonly BenchQuery[]; search: (query: string) => Promise<unknown> }

async function measureQueries(ctx: AppContext, { userId, queries, search }: Measurement): Promise<Times> {
  const times = new Map<string, { ours: Millis[]; plain: Millis[] }>()
  // Warm-up: a server that has just started has nothing compiled or cached.
  for (const { query } of queries.slice(0, 20)) await search(query)
  for (const [n, { kind, query, words }] of queries.entries()) {
    if (n % 50 === 0) await forgetCalls(ctx)
    const of = times.get(kind) ?? { ours: [], plain: [] }
    times.set(kind, of)
    of.ours.push(await timeOf(() => search(query)))
    if (of.ours.length % PLAIN_SHARE === 1) of.plain.push(await timeOf(() => searchPlainly(ctx, userId, words)))
  }
  return times
}

/** Returns the recordings with passages that contain all words, ordered by number of passages. */
const searchPlainly = (ctx: AppContext, userId: string, words: readonly string[]) =>
  executeSql(
    ctx.db,
    `select file_id, count(*) from bench_text where user_id = $1 ${words.map((_, n) => `and body ilike $${n + 2}`).join(' ')}
     group by file_id order by count(*) desc limit 20`,
    [userId, ...words.map((word) => `%${word}%`)],
  )

/** Returns true when the limits hold. */
function printTimes(times: Times): boolean {
  console.log(`\n  ${'ms: median, p95'.padEnd(34)} search          ILIKE    ratio of medians`)
  const print = (name: string, { ours, plain }: { ours: Millis[]; plain: Millis[] }) =>
    console.log(
      `  ${name.padEnd(30)} ${[0.5, 0.95].map((p) => percentile(ours, p).toFixed(0).padStart(6)).join(' ')}   ${[0.5, 0.95]
        .map((p) => percentile(plain, p).toFixed(0).padStart(6))
        .join(' ')}   ${(percentile(ours, 0.5) / percentile(plain, 0.5)).toFixed(2).padStart(6)}`,
    )
  for (const [kind, each] of times) print(kind, each)
  const all = { ours: [...times.values()].flatMap(({ ours }) => ours), plain: [...times.values()].flatMap(({ plain }) => plain) }
  print(`all ${all.ours.length}`, all)
  const figures: Figure[] = [
    { what: 'a search, median', value: percentile(all.ours, 0.5), unit: 'ms', target: 50, limit: 50 },
    { what: 'a search, p95', value: percentile(all.ours, 0.95), unit: 'ms', target: 150, limit: 150 },
  ]
  console.log('\n     value target  limit')
  for (const figure of figures) printFigure(figure)
  return figures.every(isWithinLimit)
}

/** Resets the rate limits: a user may search a few times per second, and a network may create a few accounts per minute. */
export const forgetCalls = async (ctx: AppContext): Promise<void> => void (await executeSql(ctx.db, 'delete from rate_limit'))

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`

if (import.meta.main) await run()
