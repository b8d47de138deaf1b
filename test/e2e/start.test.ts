import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningEarshot, isReady, findProcesses, spawnEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { createClients, signUp, uploadRecording } from '#test/server/user.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { Unreachable } from '#shared/client.ts'
import { systemClock } from '#platform/clock/clock.ts'

let dir: string
let settings: { PORT: string; DATA_DIR: string; EARSHOT_SCRIPTED: string; LOG_LEVEL: string; SIGN_UP: string }
let running: RunningEarshot

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-start-'))
  const PORT = String(await findFreePort())
  settings = { PORT, DATA_DIR: join(dir, 'data'), EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error', SIGN_UP: 'open' }
  running = await startEarshot(settings)
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

describe('earshot start', () => {
  it('prints its database, that speech is scripted, and its address on the last line', async () => {
    // The greeting is printed when every process is ready. The API may respond a moment earlier.
    await expect.poll(() => running.output().trimEnd().split('\n').at(-1), { timeout: 20_000 }).toBe(running.url)
    expect(running.output()).toContain('SCRIPTED')
    expect(running.output()).toContain('PostgreSQL of its own')
    expect(running.output()).toContain('/login?setup=')
  })

  it('serves the page at every address of the app with its content security policy, and caches assets for a year', async () => {
    for (const path of ['/', '/file-list', '/web12/file/0', '/login']) {
      const response = await fetch(`${running.url}${path}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const asset = /assets\/[^"]+\.js/.exec(await (await fetch(running.url)).text())?.[0]
    const script = await fetch(`${running.url}/${asset}`, { headers: { 'accept-encoding': 'br' } })
    expect(script.headers.get('cache-control')).toContain('immutable')
    expect(script.headers.get('content-encoding')).toBe('br')
    expect((await fetch(`${running.url}/assets/none.js`)).status).toBe(404)
    expect((await fetch(`${running.url}/api/none`)).status).toBe(404)
  })

  it('serves the OpenAPI document of every route', async () => {
    const document = (await (await fetch(`${running.url}/api/openapi.json`)).json()) as { paths: object }
    expect(Object.keys(document.paths)).toContain('/api/filetag/{id}')
  })

  it('leaves a running server alone: a second start exits with 75', async () => {
    const secondStart = spawnEarshot(['start'], { ...settings, PORT: String(await findFreePort()) })
    expect(await secondStart.exited).toBe(75)
    expect(secondStart.output()).toMatch(/already running/i)
    expect(await isReady(running.url)).toBe(true)
  })

  it('exits with 75 when its port is taken', async () => {
    const otherServer = createServer().listen(0, '127.0.0.1')
    await once(otherServer, 'listening')
    const { port } = otherServer.address() as AddressInfo
    const secondStart = spawnEarshot(['start'], { ...settings, PORT: String(port), DATA_DIR: join(dir, 'other') })
    expect(await secondStart.exited).toBe(75)
    expect(secondStart.output()).toContain(`Port ${port}`)
    otherServer.close()
  })

  it('names every invalid setting and exits with 78', async () => {
    const misconfigured = spawnEarshot(['start'], { PORT: 'many', PUBLIC_URL: 'nowhere', LOG_LEVEL: 'loud' })
    expect(await misconfigured.exited).toBe(78)
    for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL']) expect(misconfigured.output()).toContain(name)
  })

  it.each(['api', 'worker', 'database', 'database and api and worker'])(
    'restarts by itself after kill -9 of its %s and loses nothing that was acknowledged',
    async (killedParts) => {
      const processKinds = killedParts.split(' and ') as ('api' | 'worker' | 'database')[]
      const user = await signUp(running.url, `${processKinds.join('-')}-killed`)
      const file = await uploadRecording(user, createToneWav(3), { name: 'Kept' })
      // A process killed by the previous test may still be restarting.
      const findPids = async () => {
        const parts = await findProcesses(running, settings.DATA_DIR)
        return processKinds.map((kind) => parts[kind])
      }
      await expect.poll(async () => (await findPids()).every((pids) => pids.length > 0), { timeout: 20_000 }).toBe(true)
      const pids = (await findPids()).flat()
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      const { files } = createClients(running.url, { token: user.token })
      const list = async () => (await files.simple({ query: {} })).data_file_list
      await waitUntilBack(list)
      expect((await list()).find((row) => row.id === file.id)).toMatchObject({ filename: 'Kept' })
    },
  )

  it('shuts down on SIGTERM with code 0 and leaves no process behind', async () => {
    expect(await running.stop()).toBe(0)
    const parts = await findProcesses(running, settings.DATA_DIR)
    expect(Object.values(parts).flat()).toEqual([])
    running = await startEarshot(settings)
  })
})

describe('the other commands', () => {
  const run = async (args: string[], extraSettings: Record<string, string> = {}) => {
    const { output, exited } = spawnEarshot(args, extraSettings)
    return { code: await exited, output: output() }
  }

  it('version and help exit with 0, an unknown command with 64', async () => {
    expect(await run(['version'])).toMatchObject({ code: 0, output: expect.stringMatching(/^earshot \d/) as string })
    expect(await run(['help'])).toMatchObject({ code: 0, output: expect.stringContaining('transcribe FILE') as string })
    expect(await run(['dance'])).toMatchObject({ code: 64 })
  })

  it('transcribe exits with 66 without a file, 65 or 69 without sound, 64 for a format, 69 for a model', async () => {
    expect(await run(['transcribe', join(dir, 'none.wav')])).toMatchObject({ code: 66 })
    expect(await run(['transcribe', 'README.md', '--format', 'docx'])).toMatchObject({ code: 64 })
    const text = join(dir, 'text.wav')
    await writeFile(text, 'this is no sound'.repeat(100))
    expect([65, 69]).toContain((await run(['transcribe', text])).code)
    const empty = await run(['transcribe', 'test/fixtures/two-cities.wav'], { EARSHOT_MODELS: dir })
    expect(empty).toMatchObject({ code: 69, output: expect.stringContaining('.onnx') as string })
  })

  it('transcribe writes German subtitles with times to the output file', async () => {
    const output = join(dir, 'german.srt')
    const result = await run(['transcribe', 'test/fixtures/german.ogg', '--format', 'srt', '--output', output])
    expect(result.code).toBe(0)
    const subtitles = await readFile(output, 'utf8')
    expect(subtitles).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\n/)
    expect(subtitles).toMatch(/\b(der|die|das|und|ist)\b/)
  })
})
