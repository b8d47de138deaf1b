import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningEarshot, isReady, findProcesses, spawnEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { findFreePort } from '#test/server/findFreePort.ts'

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

describe('earshot start', () => {
  it('prints its database, its test mode, and its URL on the last line', async () => {
    // The message is printed when every process is ready. The API may respond a moment earlier.
    await expect.poll(() => running.output().trimEnd().split('\n').at(-1), { timeout: 20_000 }).toBe(running.url)
    expect(running.output()).toContain('TEST MODE')
    expect(running.output()).toContain('built-in PostgreSQL')
    expect(running.output()).toContain('/login?setup=')
  })

  it('serves the page at every URL of the app with its content security policy, and caches assets for a year', async () => {
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

  it('reports every invalid setting and exits with 78', async () => {
    const misconfigured = spawnEarshot(['start'], { PORT: 'many', PUBLIC_URL: 'nowhere', LOG_LEVEL: 'loud' })
    expect(await misconfigured.exited).toBe(78)
    for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL']) expect(misconfigured.output()).toContain(name)
  })

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

  it('version and help exit with 0, an unknown command or option with 64 and the usage line', async () => {
    expect(await run(['version'])).toMatchObject({ code: 0, output: expect.stringMatching(/^earshot \d/) as string })
    expect(await run(['help'])).toMatchObject({ code: 0, output: expect.stringContaining('transcribe <file>') as string })
    for (const [args, usage] of [
      [['start', '--help'], 'Usage: earshot start'],
      [['transcribe', '--help'], 'Usage: earshot transcribe <file> [options]'],
      [['help', 'transcribe'], 'Usage: earshot transcribe <file> [options]'],
      [['version', '-h'], 'Usage: earshot version'],
    ] as const) {
      const { code, output } = await run([...args])
      expect([code, output.split('\n')[0]]).toEqual([0, usage])
    }
    for (const [args, output] of [
      [['dance'], 'earshot: There is no command "dance".\nUsage: earshot <command> [options]\n'],
      [['help', 'dance'], 'earshot: There is no command "dance".\nUsage: earshot <command> [options]\n'],
      [['start', '--port', '80'], 'earshot: There is no option --port.\nUsage: earshot start\n'],
      [['transcribe', '--colour'], 'earshot: There is no option --colour.\nUsage: earshot transcribe <file> [options]\n'],
      [['transcribe'], 'earshot: Enter exactly one file.\nUsage: earshot transcribe <file> [options]\n'],
    ] as const)
      expect(await run([...args])).toEqual({ code: 64, output })
  })

  it('transcribe exits with 66 for a missing file, 65 or 69 for a file without audio, 64 for a format, 69 for a model', async () => {
    expect(await run(['transcribe', join(dir, 'none.wav')])).toMatchObject({ code: 66 })
    expect(await run(['transcribe', 'README.md', '--format', 'doc'])).toMatchObject({ code: 64 })
    const text = join(dir, 'text.wav')
    await writeFile(text, 'this is no sound'.repeat(100))
    expect([65, 69]).toContain((await run(['transcribe', text])).code)
    const empty = await run(['transcribe', 'test/fixtures/two-cities.wav'], { EARSHOT_MODELS: dir })
    expect(empty).toMatchObject({ code: 69, output: expect.stringContaining('.onnx') as string })
  })

  it('models lists the catalogue, and refuses what cannot be added, removed or used', async () => {
    const { code, output } = await run(['models', 'list'], { DATA_DIR: join(dir, 'models-data') })
    expect(code).toBe(0)
    expect(output).toMatch(/^whisper-base +installed +80 MB/m)
    expect(output).toMatch(/^parakeet-v3 +- +639 MB +- +25 languages +CC BY 4.0$/m)
    const refusals = [
      [['add', 'nothing'], 'There is no speech model "nothing".'],
      [['remove', 'whisper-base'], 'Whisper base is part of Earshot and always installed.'],
      [['use', 'parakeet-v3'], 'Parakeet v3 is not installed. Add it first.'],
      [['dance'], 'Enter list, add, remove or use.'],
    ] as const
    for (const [args, message] of refusals) {
      const refused = await run(['models', ...args], { DATA_DIR: join(dir, 'models-data') })
      expect([refused.code, refused.output.split('\n')[0]]).toEqual([64, `earshot: ${message}`])
    }
  })

  it('transcribe exits with 130 on Ctrl-C', async () => {
    const { child, output, exited } = spawnEarshot(['transcribe', 'test/fixtures/two-cities.wav'], {})
    child.stderr?.once('data', () => process.kill(-(child.pid ?? 0), 'SIGINT'))
    expect(await exited).toBe(130)
    expect(output()).toMatch(/earshot: Stopped\.\n$/)
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
