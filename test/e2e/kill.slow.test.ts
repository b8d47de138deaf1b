import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Unreachable } from '#shared/client.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type RunningEarshot, findProcesses, isReady, startEarshot, killProcess } from '#test/process/startEarshot.ts'
import { createClients, signUp, uploadRecording } from '#test/server/user.ts'
import { killRun } from '../../bench/kill/kill.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'

/** Returns reproducible random numbers, so that a failure can be repeated. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

it(
  'loses and duplicates nothing when its processes are killed at random moments of uploads and transcriptions',
  { timeout: 1_800_000 },
  async () => {
    const settings = { EARSHOT_SCRIPTED: 'speech' }
    const report = await killRun({
      recordings: 40,
      sound: createToneWav(25),
      settings,
      random: seededRandom(7),
      kills: 200,
      isSpread: true,
      longestPause: 1500,
    })
    expect(report).toMatchObject({ recordings: 40, done: 40, doubled: 0, lost: 0, charged: 40 })
  },
)

describe('earshot start', () => {
  let dir: string
  let running: RunningEarshot
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'earshot-kill-'))
    const settings = { EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error', SIGN_UP: 'open' }
    running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings })
  })
  afterAll(async () => {
    await running.stop()
    await rm(dir, { recursive: true, force: true })
  })

  /** Repeats the call until it succeeds. Any error other than a refused connection is rethrown. */
  async function waitUntilBack(request: () => Promise<unknown>): Promise<void> {
    for (let elapsed = 0; elapsed < 20_000; elapsed += 100) {
      try {
        await request()
        if (await isReady(running.url)) return
      } catch (error) {
        const isConnectionError = error instanceof Unreachable || (error instanceof TypeError && error.message === 'fetch failed')
        if (!isConnectionError) throw error
      }
      await systemClock.wait(100)
    }
    throw new Error(`not back after 20 s:\n${running.output()}`)
  }

  it.each(['api', 'worker', 'database', 'database and api and worker'])(
    'restarts by itself after kill -9 of its %s and loses nothing that was acknowledged',
    async (killedParts) => {
      const processKinds = killedParts.split(' and ') as ('api' | 'worker' | 'database')[]
      const user = await signUp(running.url, `${processKinds.join('-')}-killed`)
      const file = await uploadRecording(user, createToneWav(3), { name: 'Kept' })
      // A process killed by the previous test may still be restarting.
      const findPids = async () => {
        const parts = await findProcesses(running, join(dir, 'data'))
        return processKinds.map((kind) => parts[kind])
      }
      await expect.poll(async () => (await findPids()).every((pids) => pids.length > 0), { timeout: 20_000 }).toBe(true)
      const pids = (await findPids()).flat()
      for (const pid of pids) killProcess(pid)
      const { files } = createClients(running.url, { token: user.token })
      const list = async () => (await files.simple({ query: {} })).data_file_list
      await waitUntilBack(list)
      expect((await list()).find((row) => row.id === file.id)).toMatchObject({ filename: 'Kept' })
    },
  )
})
