import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock/clock.ts'
import { listFullFiles } from '#features/files/rules.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { createClients, uploadRecording } from '#test/server/user.ts'
import { isReady, startEarshot } from '#test/process/startEarshot.ts'
import { callWithRetry, killPart, PARTS } from './killPart.ts'
import { Refused } from '#shared/client.ts'
import type { Millis } from '#shared/units.ts'

export type KillReport = {
  recordings: number
  done: number
  doubled: number
  lost: number
  /** Usage entries: one per recording. */
  charged: number
  /** How often a transcription was retried because its engine had been killed too often. */
  again: number
  kills: Record<string, number>
  seconds: number
}

type Options = {
  recordings: number
  sound: Uint8Array
  settings?: Record<string, string>
  /** Returns numbers from 0 to 1. A seeded function makes a run repeatable. */
  random: () => number
  kills: number
  /** Starts the recordings one after another, spread over all kills, so that something is running at each of them. */
  isSpread?: boolean
  /** Longest pause between two kills. */
  longestPause: Millis
}

/**
 * Kills server, worker, speech process, database and the starter with kill -9 at random moments during uploads and
 * transcriptions. The clients retry, as real clients do. At the end every recording must exist once and be transcribed once.
 */
export async function killRun({
  recordings,
  sound,
  settings = {},
  random,
  kills: killCount,
  isSpread = false,
  longestPause,
}: Options): Promise<KillReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-kill-'))
  const startedAt = systemClock.now().getTime()
  const allSettings = {
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    WELCOME: 'off',
    LOG_LEVEL: 'error',
    CALLS_PER_MINUTE: '0',
    ...settings,
  }
  let running = await startEarshot(allSettings)
  const { url } = running
  const credentials: { token?: string } = {}
  const user = createClients(url, credentials)
  credentials.token = (
    await user.account.signUp({ body: { email: 'kill@example.org', password: 'correct horse' } })
  ).data.access_token
  const kills: Record<string, number> = Object.fromEntries(PARTS.map((kind) => [kind, 0]))
  let again = 0
  let killed = 0

  const killer = async () => {
    for (let n = 0; n < killCount; n++) {
      await systemClock.wait(300 + longestPause * random())
      const kind = PARTS[Math.floor(random() * (random() < 0.3 ? 5 : 4))] ?? 'api'
      running = await killPart(kind, running, allSettings)
      kills[kind] = (kills[kind] ?? 0) + 1
      killed++
    }
  }
  const processRecording = async (n: number): Promise<void> => {
    while (isSpread && killed < Math.floor((n * killCount) / recordings)) await systemClock.wait(200)
    const file = await uploadRecording(user, sound, { name: `Interview ${n}`, runStep: callWithRetry })
    await callWithRetry(() => user.generate.transsumm({ params: { id: file.id }, body: {} }))
    for (;;) {
      const status = await callWithRetry(() => statusOf(user, file.id))
      if (status === 1) return
      if (status < 0) {
        // A recording whose engine is killed three times fails. Users retry it (B§8), and so does this client.
        again++
        await callWithRetry(() => user.generate.transsumm({ params: { id: file.id }, body: { is_reload: 1 } }))
      }
      await systemClock.wait(500)
    }
  }
  await Promise.all([killer(), ...Array.from({ length: recordings }, (_, n) => processRecording(n))])
  while (!(await isReady(url))) await systemClock.wait(200)
  const report = await countResults(user, recordings)
  await running.stop()
  await rm(dataDir, { recursive: true, force: true })
  return { ...report, recordings, again, kills, seconds: Math.round((systemClock.now().getTime() - startedAt) / 1000) }
}

async function statusOf(user: ReturnType<typeof createClients>, id: string): Promise<number> {
  try {
    return (await user.generate.transsumm({ params: { id }, body: {} })).status
  } catch (error) {
    if (error instanceof Refused && error.httpStatus === 200) return error.status
    throw error
  }
}

async function countResults(user: ReturnType<typeof createClients>, recordings: number) {
  const { data_file_list } = await user.files.simple({ query: {} })
  const names = data_file_list.map((file) => file.filename)
  const details = await listFullFiles(
    user.files.list,
    data_file_list.map((file) => file.id),
  )
  const transcribedOnce = details.data_file_list.filter((file) => {
    const starts = (file.trans_result ?? []).flatMap(({ words = [] }) => words.map(([start]) => start))
    return starts.length > 0 && new Set(starts).size === starts.length && file.ai_content !== ''
  })
  const { list } = (await user.membership.transactions({ query: { limit: 200 } })).data
  return {
    done: transcribedOnce.length,
    doubled: names.length - new Set(names).size,
    lost: recordings - new Set(names).size,
    charged: list.filter(({ kind }) => kind === 'use').length,
  }
}

/** `npm run bench kill`: twenty recordings of real speech with the real engine. */
export async function run(): Promise<void> {
  const sound = await readFile('assets/welcome/two-cities.mp3')
  const report = await killRun({ recordings: 20, sound, random: Math.random, kills: 30, longestPause: 6000 })
  console.table([
    {
      ...report.kills,
      recordings: report.recordings,
      done: report.done,
      doubled: report.doubled,
      lost: report.lost,
      charged: report.charged,
      again: report.again,
      seconds: report.seconds,
    },
  ])
  if (report.done !== report.recordings || report.doubled > 0 || report.charged !== report.recordings) process.exitCode = 1
}
