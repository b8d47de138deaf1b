import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { MPEGDecoder } from 'mpg123-decoder'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMp3 } from '#features/upload/web/readMp3.ts'
import { launchBrowser } from './browser.ts'
import { decibelsAt, wavOf } from './tones.ts'
import type { Run } from './transcode-page/page.ts'

/** The policy the app is served with, as far as scripts go. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:"
/** A name that is not this machine's own: over plain http, such a page is not trusted with the browser's decoders. */
const FAR = 'earshot.test'
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

let folder: string
let server: Server
let browser: Browser
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-transcode-'))
  const root = join(import.meta.dirname, 'transcode-page')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  })
  server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const headers = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-security-policy': POLICY }
    readFile(join(folder, path)).then(
      (bytes) => response.writeHead(200, headers).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  browser = await launchBrowser({ args: [`--host-resolver-rules=MAP ${FAR} 127.0.0.1`] })
  page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port()}/`)
}, 60_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

const port = (): number => (server.address() as AddressInfo).port

async function run(name: string, buffer: Buffer, cancelAfter?: number): Promise<Run> {
  await page.setInputFiles('input', { name, mimeType: 'audio/wav', buffer })
  return page.evaluate((after) => window.transcodeChosen(after), cancelAfter)
}

/** The samples of what was made, without the first and the last second. */
async function decoded(made: Run): Promise<Float32Array> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const { channelData, sampleRate } = decoder.decode(Buffer.from(made.base64, 'base64'))
  decoder.free()
  expect(sampleRate).toBe(16_000)
  return channelData[0]!.subarray(sampleRate, -sampleRate)
}

describe('the transcode in a real browser', () => {
  it('makes 16 kHz mono MP3 of one bitrate, as long as the source and without what would alias into speech (B§9)', async () => {
    const tones = [
      { hertz: 1000, loudness: 0.4 },
      { hertz: 11_000, loudness: 0.4 },
    ]
    const made = await run('tones.wav', wavOf(tones, { sampleRate: 48_000, channels: 2, seconds: 12 }))
    expect(made.failure).toBeNull()
    expect(made.duration).toBe(12_000)
    const mp3 = Buffer.from(made.base64, 'base64')
    const facts = await readMp3(new Blob([mp3]))
    expect(facts).toMatchObject({ sampleRate: 16_000, channels: 1, bitsPerSecond: 48_000 })
    expect(facts!.duration).toBeGreaterThanOrEqual(12_000)
    expect(facts!.duration).toBeLessThan(12_200)
    expect(mp3.includes('Xing') || mp3.includes('Info')).toBe(false)

    const middle = await decoded(made)
    expect(decibelsAt(middle, 1000, 16_000)).toBeGreaterThan(-9.5)
    expect(decibelsAt(middle, 1000, 16_000)).toBeLessThan(-6.5)
    expect(decibelsAt(middle, 5000, 16_000)).toBeLessThan(-70)
  })

  it('tells how far it is, and works beside the page, not in it', async () => {
    const workers: string[] = []
    page.on('worker', (worker) => workers.push(worker.url()))
    const made = await run('tone.wav', wavOf([{ hertz: 440, loudness: 0.5 }], { sampleRate: 44_100, channels: 1, seconds: 20 }))
    expect(made.failure).toBeNull()
    expect(made.heard[0]).toEqual({ done: 0, duration: 20_000 })
    const done = made.heard.map((each) => each.done)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done.at(-1)).toBeGreaterThan(18_000)
    expect(workers.some((url) => url.includes('transcodeWorker'))).toBe(true)
  })

  it('decodes what is compressed, keeping its length and its loudness', async () => {
    const source = await run('tone.wav', wavOf([{ hertz: 600, loudness: 0.5 }], { sampleRate: 44_100, channels: 2, seconds: 10 }))
    const made = await run('tone.mp3', Buffer.from(source.base64, 'base64'))
    expect(made.failure).toBeNull()
    expect(made.duration).toBeGreaterThan(9950)
    expect(made.duration).toBeLessThan(10_200)
    const loudness = decibelsAt(await decoded(made), 600, 16_000)
    expect(loudness).toBeGreaterThan(-7.5)
    expect(loudness).toBeLessThan(-5.5)
  })

  it('stops when told to', async () => {
    const made = await run(
      'tone.wav',
      wavOf([{ hertz: 440, loudness: 0.5 }], { sampleRate: 48_000, channels: 2, seconds: 30 }),
      2000,
    )
    expect(made.failure).toBe('cancelled')
    expect(made.heard.at(-1)!.done).toBeLessThan(10_000)
  })

  it('says so of a file this browser cannot read, status -6 (B§4)', async () => {
    const made = await run('noise.rm', Buffer.from('.RMF and then nothing this browser has ever heard of'.repeat(200)))
    expect(made.failure).toBe('cannotRead')
  })

  it('says so of a file without sound in it', async () => {
    const made = await run('empty.wav', wavOf([], { sampleRate: 48_000, channels: 2, seconds: 0 }))
    expect(made.failure).toBe('damaged')
  })

  it('over plain http still takes WAV, and says of the rest that it needs https', async () => {
    const tone = wavOf([{ hertz: 600, loudness: 0.5 }], { sampleRate: 44_100, channels: 2, seconds: 3 })
    const near = await run('tone.wav', tone)
    await page.goto(`http://${FAR}:${port()}/`)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    expect(await run('tone.wav', tone)).toMatchObject({ failure: null, duration: 3000, base64: near.base64 })
    expect((await run('tone.mp3', Buffer.from(near.base64, 'base64'))).failure).toBe('needsHttps')
  })
})
