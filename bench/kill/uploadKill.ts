import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minutes, type Millis } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { isReady, startEarshot } from '#test/process/startEarshot.ts'
import { s3SkipReason } from '#test/fakes/s3/s3SkipReason.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { createSilentMp3, createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { signUp, type User } from '#test/server/user.ts'
import { killPart, type Part, type Settings } from './killPart.ts'
import { openKillableStore } from './openKillableStore.ts'
import { runUpload, type UploadJob } from './uploadClient.ts'
import { countResults, type UploadResults } from './uploadResults.ts'
import { openPages, type PageUploads } from './uploadPages.ts'

export type UploadKillOptions = {
  /** Where audio is stored. */
  readonly into: 'folder' | 'store'
  readonly uploads: number
  /** How many of the uploads go through real pages in a browser. */
  readonly throughPages: number
  readonly atOnce: number
  /** Returns a number from 0 to 1. */
  readonly random: () => number
  /** Longest pause between two steps of a client. */
  readonly longestPause: Millis
  /** Longest pause between two kills, counted from the moment everything is running again. */
  readonly betweenKills: Millis
}
export type UploadKillReport = UploadResults & { into: string; uploads: number; kills: Record<string, number>; minutes: number }

type RunState = UploadKillOptions & {
  readonly settings: Settings
  readonly store: Awaited<ReturnType<typeof openKillableStore>> | null
  readonly pages: PageUploads | null
  /** Client programs that are uploading now. */
  readonly clients: Set<AbortController>
  readonly until: Millis
  running: Awaited<ReturnType<typeof startEarshot>>
  isOver: boolean
}

const ACCOUNTS = 4
const LONGEST_RUN = minutes(40)
/** Targets by weight: the more often one is listed, the more often it is killed. Uploads do not involve the speech process. */
const KILL_TARGETS = ['api', 'api', 'api', 'database', 'database', 'worker', 'start', 'program', 'program', 'program']

/**
 * Runs uploads while clients, pages, server, worker, database, starter and store are killed at random moments. In the end, every
 * recording must exist once with the uploaded bytes, or be listed as a failure that can be retried.
 */
export async function uploadKillRun(options: UploadKillOptions): Promise<UploadKillReport> {
  const { into, uploads, throughPages } = options
  const dir = await mkdtemp(join(tmpdir(), 'earshot-uploads-'))
  const startedAt = systemClock.now().getTime()
  const store = into === 'store' ? await openKillableStore(join(dir, 'store')) : null
  const settings = await createSettings(dir, store?.settings ?? {})
  const running = await startEarshot(settings)
  const { url } = running
  const users = await Promise.all(Array.from({ length: ACCOUNTS }, (_, n) => signUp(url, `kill${n}`)))
  const jobs = Array.from({ length: uploads - throughPages }, (_, n) => createJob(n, users))
  const pages = throughPages > 0 ? await openPages({ url, dir, files: throughPages }) : null
  const until = startedAt + LONGEST_RUN
  const state: RunState = { ...options, settings, store, pages, clients: new Set(), until, running, isOver: false }
  const killer = killRandomly(state)
  const queue = [...jobs]
  const sender = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await runClient(next, state)
  }
  await Promise.all([...Array.from({ length: options.atOnce }, sender), pages?.finish(until)])
  state.isOver = true
  const kills = await killer
  while (!(await isReady(url))) await systemClock.wait(200)
  const ends = await countResults(jobs)
  const pageResults = await pages?.count()
  for (const [name, number] of Object.entries(pageResults ?? {})) ends[name as keyof UploadResults] += number
  await pages?.close()
  await state.running.stop()
  await store?.stop()
  await rm(dir, { recursive: true, force: true })
  const elapsed = (systemClock.now().getTime() - startedAt) / minutes(1)
  return { into, uploads, ...ends, kills, minutes: Math.round(elapsed * 10) / 10 }
}

const createSettings = async (dir: string, more: Record<string, string>): Promise<Settings> => ({
  PORT: String(await findFreePort()),
  DATA_DIR: join(dir, 'data'),
  WELCOME: 'off',
  LOG_LEVEL: 'fatal',
  SIGN_UP: 'open',
  CALLS_PER_MINUTE: '0',
  EARSHOT_SCRIPTED: 'speech',
  ...more,
})

function createJob(n: number, users: readonly User[]): UploadJob {
  const user = users[n % users.length]
  if (!user) throw new RangeError('there is no user to upload as')
  return { name: `Program ${n}`, sound: audioFor(n), user, session: null, fileId: null, failure: null, forgotten: 0 }
}

/** Returns different audio for every `n`. Every fourth recording has two or three parts. */
function audioFor(n: number): Uint8Array<ArrayBuffer> {
  if (n % 4 !== 0) return createSilentMp3(20 + n * 0.072)
  return createToneWav(170 + 10 * (n % 20), { hertz: 200 + n })
}

/** Runs a client program and restarts it after every kill, until the upload ends. */
async function runClient(sending: UploadJob, { random, longestPause, clients, until }: RunState): Promise<void> {
  while (sending.fileId === null && sending.failure === null && systemClock.now().getTime() < until) {
    const client = new AbortController()
    clients.add(client)
    await runUpload(sending, { random, longestPause }, client.signal).catch(() => systemClock.wait(1000 * random()))
    clients.delete(client)
  }
}

/** Returns how often each target was killed. */
async function killRandomly(state: RunState): Promise<Record<string, number>> {
  const { random, betweenKills, pages, store } = state
  const kinds = [...KILL_TARGETS, ...(pages ? ['page', 'page', 'browser'] : []), ...(store ? ['store', 'store'] : [])]
  const kills: Record<string, number> = {}
  while (!state.isOver) {
    // Wait until everything is running. Otherwise no upload would ever finish on a slow machine.
    while (!(await isReady(state.running.url))) await systemClock.wait(100)
    await systemClock.wait(300 + betweenKills * random())
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'api'
    await killTarget(kind, state)
    kills[kind] = (kills[kind] ?? 0) + 1
  }
  return kills
}

async function killTarget(kind: string, state: RunState): Promise<void> {
  const { random, clients, pages, store, settings } = state
  if (kind === 'program') [...clients][Math.floor(random() * clients.size)]?.abort(new Error('killed'))
  else if (kind === 'page' || kind === 'browser') await pages?.kill(kind)
  else if (kind === 'store') await store?.restart()
  else state.running = await killPart(kind as Part, state.running, settings)
}

/** `npm run bench upload-kill`: 200 uploads into the data folder, and 200 into an object store where one is available. */
export async function run(): Promise<void> {
  const missing = await s3SkipReason()
  if (missing) console.log(`  without an object store: ${missing}`)
  for (const into of missing ? (['folder'] as const) : (['folder', 'store'] as const)) {
    const options = {
      into,
      uploads: 200,
      throughPages: 40,
      atOnce: 12,
      random: Math.random,
      longestPause: 2500,
      betweenKills: 5000,
    }
    const { kills, ...report } = await uploadKillRun(options)
    console.table([report])
    console.table([kills])
    if (report.lost + report.doubled + report.nowhere + report.forgotten > 0) process.exitCode = 1
  }
}
