import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askContract, type AskTopic } from '#features/ask/contract.ts'
import { filesContract } from '#features/files/contract.ts'
import type { Segment } from '#features/files/contract.ts'
import { seedFiles } from '#features/files/server.ts'
import { countNotIndexed, startReindex } from '#features/search/server.ts'
import { signInOrSignUp } from '#dev/seed/SeedClient.ts'
import { openLocalServer } from '#dev/seed/openLocalServer.ts'
import { seededRandom } from '#dev/seed/seededRandom.ts'
import { readConfig } from '#platform/config/config.ts'
import type { AppContext } from '#platform/context.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { executeSql } from '#platform/db/db.ts'
import { client } from '#shared/client.ts'
import { hours, type Millis, minutes } from '#shared/units.ts'
import { createSend } from '#test/server/createSend.ts'
import { startEarshot } from '#test/process/startEarshot.ts'
import { createLanguages } from './search/corpus.ts'
import { seedTranscripts } from './search/seedTranscripts.ts'
import { readMeetings } from './summary/meetings.ts'
import { percentile, timeOf } from './timings.ts'

const RECORDINGS = 2000
/** A conversation of about 15 minutes. */
const WORDS = 2000
const LONG_WORDS = 36_000
const TIMES = 5
/** A user may ask 30 questions per minute. */
const PAUSE = minutes(1) / 29
const ACCOUNT = { email: 'ask@example.org', password: 'correct horse' }

type Asked = {
  readonly kind: string
  readonly question: string
  readonly topic: AskTopic | null
  readonly words: readonly string[]
}

/**
 * Measures questions without a language model on a running server, from the request to the last byte: to a library of 2,000
 * recordings, compared with plain SQL using ILIKE on the same texts, and to one recording of 36,000 words, compared with reading
 * it.
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const settings = {
    PORT: '4398',
    DATA_DIR: dir,
    LOG_LEVEL: 'error',
    WELCOME: 'off',
    CALLS_PER_MINUTE: '0',
    PLAN: 'pro',
    LLM_FIND: 'off',
  }
  try {
    await using running = await startEarshot(settings)
    const { server, close } = await openLocalServer(readConfig(settings))
    try {
      const { userId, token } = await signInOrSignUp(server, ACCOUNT)
      const send = createSend(running.url, { token })
      const [ask, files] = [client('ask', askContract, send), client('files', filesContract, send)]
      const languages = createLanguages()
      await seedTranscripts(server.ctx, userId, languages, { recordings: RECORDINGS, words: WORDS })
      const longId = await seedLongRecording(server.ctx, userId)
      await startReindex(server.ctx)
      while ((await countNotIndexed(server.ctx)) > 0) await systemClock.wait(500)
      await executeSql(
        server.ctx.db,
        `create table bench_text as select user_id, file_id, n, body from search_passage;
         alter table bench_text add primary key (user_id, file_id, n); analyze bench_text`,
      )
      console.log(`\n  ${'ms: median, p95'.padEnd(44)} question      reference   ratio of medians`)
      const put = async ({ question, topic }: Asked, fileId: string | null) => {
        await systemClock.wait(PAUSE)
        return timeOf(() => ask.ask({ body: { question, topic, file_id: fileId, language: 'en' } }))
      }
      await measure('library', libraryQuestions(languages[0]?.language.words ?? []), {
        put: (asked) => put(asked, null),
        reference: ({ words }) => searchPlainly(server.ctx, userId, words),
      })
      await measure('recording', LONG_QUESTIONS, {
        put: (asked) => put(asked, longId),
        reference: () => files.list({ query: {}, body: [longId] }),
      })
    } finally {
      await close()
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Adds a recording of English conversations, concatenated until it is long enough. Returns its id. */
async function seedLongRecording(ctx: AppContext, userId: string): Promise<string> {
  const lines = (await readMeetings()).filter(({ language }) => language === 'en').flatMap(({ segments }) => segments)
  const transcript: Segment[] = []
  for (let words = 0; words < LONG_WORDS;) {
    const n = transcript.length
    const { text, speaker } = lines[n % lines.length]!
    transcript.push({
      id: `s${n}`,
      start_time: n * 5000,
      end_time: n * 5000 + 4900,
      content: text,
      speaker,
      original_speaker: speaker,
      language: 'en',
    })
    words += text.split(' ').length
  }
  const times = { startTime: new Date(Date.UTC(2027, 0, 1)), editTime: new Date(Date.UTC(2027, 0, 1)), duration: hours(4) }
  const draft = {
    ...times,
    filename: 'A long conversation',
    scene: 101,
    filetagIds: [],
    trashedAt: null,
    transcript,
    summary: null,
  }
  await seedFiles(ctx, userId, [draft])
  const found = await executeSql<{ id: string }>(ctx.db, 'select file_id as id from file where user_id = $1 and filename = $2', [
    userId,
    draft.filename,
  ])
  return found.rows[0]?.id ?? ''
}

/** Words by frequency, as in the search bench. */
function libraryQuestions(words: readonly string[]): Asked[] {
  const random = seededRandom(3)
  const word = (from: number, to: number) => words[random.integer(from, to)] ?? ''
  const of = (kind: string, parts: string[], text: string): Asked => ({ kind, question: text, topic: null, words: parts })
  return Array.from({ length: TIMES }, () => {
    const [common, usual, other, rare] = [word(5, 60), word(200, 2000), word(200, 2000), word(3000, 25_000)]
    return [
      of('about a rare word', [rare], `What was said about ${rare}?`),
      of('about two usual words', [usual, other], `Who has the ${usual} of ${other}?`),
      of('about a common and a usual word', [common, usual], `When does ${common} get ${usual}?`),
      { kind: 'what was decided', question: 'What was decided?', topic: 'decisions' as const, words: ['decided'] },
    ]
  }).flat()
}

const LONG_QUESTIONS: readonly Asked[] = Array.from({ length: TIMES }, () => [
  { kind: 'about three words', question: 'Who pays for the drivers of the trucks?', topic: null, words: [] },
  { kind: 'when, about one word', question: 'When is the budget due?', topic: null, words: [] },
  { kind: 'what was decided', question: 'What was decided?', topic: 'decisions' as const, words: [] },
  { kind: 'what it is about', question: 'What is this about?', topic: 'overview' as const, words: [] },
]).flat()

type Measured = { put: (asked: Asked) => Promise<Millis>; reference: (asked: Asked) => Promise<unknown> }

async function measure(of: string, questions: readonly Asked[], { put, reference }: Measured): Promise<void> {
  // Warm-up: a server that has just started has nothing compiled or cached.
  for (const asked of questions.slice(0, 4)) await put(asked)
  const times = new Map<string, { ours: Millis[]; plain: Millis[] }>()
  for (const asked of questions) {
    const each = times.get(asked.kind) ?? { ours: [], plain: [] }
    times.set(asked.kind, each)
    each.ours.push(await put(asked))
    each.plain.push(await timeOf(() => reference(asked)))
  }
  for (const [kind, { ours, plain }] of times) {
    const shown = [ours, plain]
      .map((all) => [0.5, 0.95].map((p) => percentile(all, p).toFixed(0).padStart(6)).join(' '))
      .join('   ')
    const ratio = percentile(ours, 0.5) / percentile(plain, 0.5)
    console.log(`  ${`${of}: ${kind}`.padEnd(40)} ${shown}   ${ratio.toFixed(2).padStart(6)}`)
  }
}

/** Returns the passages that contain any of the words. */
const searchPlainly = (ctx: AppContext, userId: string, words: readonly string[]) =>
  executeSql(
    ctx.db,
    `select file_id, n from bench_text where user_id = $1 and (${words.map((_, n) => `body ilike $${n + 2}`).join(' or ')}) limit 40`,
    [userId, ...words.map((word) => `%${word}%`)],
  )

if (import.meta.main) await run()
