import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minutes, type Millis } from '#kit/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { isReady, startEarshot } from '#test/running/startEarshot.ts'
import { missingForS3 } from '#test/s3/missingForS3.ts'
import { freePort } from '#test/world/freePort.ts'
import { quietMp3, tone } from '#test/world/tone.ts'
import { signUp, type User } from '#test/world/user.ts'
import { killPart, type Part, type Settings } from './killing.ts'
import { openStore } from './killStore.ts'
import { bring, type Sending } from './uploadClient.ts'
import { countEnds, type Ends } from './uploadKillCount.ts'
import { openPages, type PageSendings } from './uploadPages.ts'

export type UploadKillOptions = {
  /** Where audio is stored. */
  readonly into: 'folder' | 'store'
  readonly uploads: number
  /** How many of the uploads go through real pages in a browser. */
  readonly throughPages: number
  readonly atOnce: number
  /** Returns a number from 0 to 1. */
  readonly chance: () => number
  /** Longest pause between two steps of a client. */
  readonly longestPause: Millis
  /** Longest pause between two kills, counted from the moment everything is running again. */
  readonly betweenKills: Millis
}
export type UploadKillReport = Ends & { into: string; uploads: number; kills: Record<string, number>; minutes: number }

type Stage = UploadKillOptions & {
  readonly settings: Settings
  readonly store: Awaited<ReturnType<typeof openStore>> | null
  readonly pages: PageSendings | null
  /** Client programs that are uploading now. */
  readonly programs: Set<AbortController>
  readonly until: Millis
  running: Awaited<ReturnType<typeof startEarshot>>
  over: boolean
}

const ACCOUNTS = 4
const LONGEST_RUN = minutes(40)
/** Targets by weight: the more often one is listed, the more often it is killed. Speech takes no part in uploads. */
const OFTEN = ['api', 'api', 'api', 'database', 'database', 'worker', 'start', 'program', 'program', 'program']

/**
 * Runs uploads while clients, pages, server, worker, database, starter and store are killed at random moments. At the end every
 * recording must exist once with the bytes that were sent, or be listed as a failure that can be retried.
 */
export async function uploadKillRun(options: UploadKillOptions): Promise<UploadKillReport> {
  const { into, uploads, throughPages } = options
  const dir = await mkdtemp(join(tmpdir(), 'earshot-uploads-'))
  const begunAt = systemClock.now().getTime()
  const store = into === 'store' ? await openStore(join(dir, 'store')) : null
  const settings = await settingsOf(dir, store?.settings ?? {})
  const running = await startEarshot(settings)
  const { url } = running
  const users = await Promise.all(Array.from({ length: ACCOUNTS }, (_, n) => signUp(url, `kill${n}`)))
  const sendings = Array.from({ length: uploads - throughPages }, (_, n) => sendingOf(n, users))
  const pages = throughPages > 0 ? await openPages({ url, dir, files: throughPages }) : null
  const until = begunAt + LONGEST_RUN
  const stage: Stage = { ...options, settings, store, pages, programs: new Set(), until, running, over: false }
  const killing = killAround(stage)
  const waiting = [...sendings]
  const sender = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await sendOne(next, stage)
  }
  await Promise.all([...Array.from({ length: options.atOnce }, sender), pages?.finish(until)])
  stage.over = true
  const kills = await killing
  while (!(await isReady(url))) await systemClock.wait(200)
  const ends = await countEnds(sendings)
  const more = await pages?.count()
  for (const [name, number] of Object.entries(more ?? {})) ends[name as keyof Ends] += number
  await pages?.close()
  await stage.running.stop()
  await store?.stop()
  await rm(dir, { recursive: true, force: true })
  const took = (systemClock.now().getTime() - begunAt) / minutes(1)
  return { into, uploads, ...ends, kills, minutes: Math.round(took * 10) / 10 }
}

const settingsOf = async (dir: string, more: Record<string, string>): Promise<Settings> => ({
  PORT: String(await freePort()),
  DATA_DIR: join(dir, 'data'),
  WELCOME: 'off',
  LOG_LEVEL: 'fatal',
  SIGN_UP: 'open',
  CALLS_PER_MINUTE: '0',
  EARSHOT_SCRIPTED: 'speech',
  ...more,
})

function sendingOf(n: number, users: readonly User[]): Sending {
  const user = users[n % users.length]
  if (!user) throw new RangeError('nobody to send')
  return { name: `Program ${n}`, sound: soundOf(n), user, begun: null, fileId: null, refused: null, forgotten: 0 }
}

/** Returns different audio for every `n`. Every fourth recording has two or three parts. */
function soundOf(n: number): Uint8Array<ArrayBuffer> {
  if (n % 4 !== 0) return quietMp3(20 + n * 0.072)
  return tone(170 + 10 * (n % 20), { hertz: 200 + n })
}

/** Runs a client program and restarts it after every kill, until the upload ends. */
async function sendOne(sending: Sending, { chance, longestPause, programs, until }: Stage): Promise<void> {
  while (sending.fileId === null && sending.refused === null && systemClock.now().getTime() < until) {
    const program = new AbortController()
    programs.add(program)
    await bring(sending, { chance, longestPause }, program.signal).catch(() => systemClock.wait(1000 * chance()))
    programs.delete(program)
  }
}

/** Returns how often each target was killed. */
async function killAround(stage: Stage): Promise<Record<string, number>> {
  const { chance, betweenKills, pages, store } = stage
  const kinds = [...OFTEN, ...(pages ? ['page', 'page', 'browser'] : []), ...(store ? ['store', 'store'] : [])]
  const kills: Record<string, number> = {}
  while (!stage.over) {
    // Wait until everything is running. On a slow machine no upload would ever finish otherwise.
    while (!(await isReady(stage.running.url))) await systemClock.wait(100)
    await systemClock.wait(300 + betweenKills * chance())
    const kind = kinds[Math.floor(chance() * kinds.length)] ?? 'api'
    await killOne(kind, stage)
    kills[kind] = (kills[kind] ?? 0) + 1
  }
  return kills
}

async function killOne(kind: string, stage: Stage): Promise<void> {
  const { chance, programs, pages, store, settings } = stage
  if (kind === 'program') [...programs][Math.floor(chance() * programs.size)]?.abort(new Error('killed'))
  else if (kind === 'page' || kind === 'browser') await pages?.kill(kind)
  else if (kind === 'store') await store?.restart()
  else stage.running = await killPart(kind as Part, stage.running, settings)
}

/** `npm run bench upload-kill`: 200 uploads into the data folder, and 200 into an object store where one is available. */
export async function run(): Promise<void> {
  const missing = await missingForS3()
  if (missing) console.log(`  without an object store: ${missing}`)
  for (const into of missing ? (['folder'] as const) : (['folder', 'store'] as const)) {
    const options = {
      into,
      uploads: 200,
      throughPages: 40,
      atOnce: 12,
      chance: Math.random,
      longestPause: 2500,
      betweenKills: 5000,
    }
    const { kills, ...report } = await uploadKillRun(options)
    console.table([report])
    console.table([kills])
    if (report.lost + report.doubled + report.nowhere + report.forgotten > 0) process.exitCode = 1
  }
}
