import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { spawnEarshot, startEarshot, killProcess } from '#test/process/startEarshot.ts'
import { unzip } from '#test/server/unzip.ts'
import { createClients, signUp, uploadRecording } from '#test/server/user.ts'

const SETTINGS = { SIGN_UP: 'open', EARSHOT_SCRIPTED: 'speech', WELCOME: 'off' }

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-restore-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** Returns the files of an account archive. Only the time of the download differs between archives. */
async function archiveOf(url: string, token: string): Promise<Map<string, string>> {
  const { data } = await createClients(url, { token }).personalData.all({})
  const files = unzip(Buffer.from(await (await fetch(data.url)).arrayBuffer()))
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString('latin1').replace(/"exported_at": "[^"]+"/, '')]))
}

it('restores into a second data folder with its own database, even when it is killed repeatedly', async () => {
  const first = { ...SETTINGS, DATA_DIR: join(dir, 'first') }
  let token: string
  let before: Map<string, string>
  let path: string
  {
    await using running = await startEarshot(first)
    const user = await signUp(running.url, 'lena')
    token = user.token
    for (let n = 1; n <= 5; n++) {
      const { id } = await uploadRecording(user, createToneWav(60), { name: `Recording ${n}` })
      await user.generate.transsumm({ params: { id }, body: {} })
    }
    const isDone = async () => (await user.files.simple({ query: {} })).data_file_list.every((file) => file.is_trans)
    await expect.poll(isDone, { timeout: 60_000, interval: 200 }).toBe(true)
    before = await archiveOf(running.url, token)
    const { exited, output } = spawnEarshot(['backup', dir], first)
    expect(await exited, output()).toBe(0)
    path = output().trim().split('\n').at(-1) ?? ''
  }

  const second = { ...SETTINGS, DATA_DIR: join(dir, 'second') }
  let killed = 0
  for (const delay of [300, 500, 700, 900, 1100, 1300]) {
    const { child, exited } = spawnEarshot(['restore', path], second)
    const result = await Promise.race([exited, systemClock.wait(delay).then(() => 'running' as const)])
    if (result !== 'running') break
    if (child.pid) killProcess(-child.pid)
    await exited
    killed += 1
  }
  expect(killed).toBeGreaterThan(0)
  const { exited, output } = spawnEarshot(['restore', path], second)
  // 65 when a killed attempt had already committed everything.
  const code = await exited
  expect([code, output()]).toEqual([code, expect.stringMatching(code === 65 ? /has accounts already/ : /Restored/)])
  {
    await using running = await startEarshot(second)
    const after = await archiveOf(running.url, token)
    expect([...after.keys()]).toEqual([...before.keys()])
    expect([...before].filter(([name, bytes]) => after.get(name) !== bytes).map(([name]) => name)).toEqual([])
    const { exited: whileRunning } = spawnEarshot(['restore', path], second)
    expect(await whileRunning).toBe(75)
  }
  console.log(`  restored after ${killed} kills, the last attempt ended with ${code}`)
})
