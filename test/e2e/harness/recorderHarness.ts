import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { MPEGDecoder } from 'mpg123-decoder'
import { type BrowserContext, type Page, chromium } from 'playwright-core'
import { build } from 'vite'
import { createWav, sineWave as sine } from '#test/fixtures/sound/createWav.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import type { Engine } from './recorder-page/page.ts'

/** The content security policy of the app, as far as it concerns scripts and calls. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'"
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
/** Loudness values per second of the spoken audio. */
const PER_SECOND = 10

/** The global of the page. */
type PageGlobals = { readonly engine: Engine }

/** A page with only the recorder engine, behind a server whose API can be disconnected. */
export type RecorderHarness = AsyncDisposable & {
  readonly url: string
  readonly dir: string
  /** Sets the server that receives API calls. With null, connections are closed. */
  setServer: (server: string | null) => void
  /** Launches a browser that stores its data in `profile` and whose microphone plays the audio of `SPOKEN`. */
  launch: (profile: string) => Promise<BrowserContext>
  /** Kills the whole browser at once, like a power cut. */
  killBrowser: (profile: string) => Promise<void>
  /** Opens a page with this session token. */
  open: (context: BrowserContext, token: string, origin?: string) => Promise<Page>
}

export async function startRecorderHarness(): Promise<RecorderHarness> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-spoken-'))
  const builtDir = join(dir, 'page')
  const root = join(import.meta.dirname, 'recorder-page')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: builtDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  })
  const spokenFile = join(dir, 'spoken.wav')
  await writeFile(spokenFile, createSpokenWav())
  let target: string | null = null
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) return proxyCall(target, request, response)
    const path = request.url === '/' ? '/index.html' : (request.url ?? '').split('?')[0]!
    const headers = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-security-policy': POLICY }
    readFile(join(builtDir, path)).then(
      (bytes) => response.writeHead(200, headers).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const executablePath = process.env['CHROME_PATH'] ?? (await sparticuz.executablePath())
  const contexts: BrowserContext[] = []
  return {
    url,
    dir,
    setServer: (newUrl) => (target = newUrl),
    launch: async (profile) => {
      const context = await chromium.launchPersistentContext(join(dir, profile), {
        executablePath,
        permissions: ['microphone'],
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-background-networking',
          '--host-resolver-rules=MAP earshot.test 127.0.0.1',
          '--use-fake-device-for-media-stream',
          '--use-fake-ui-for-media-stream',
          `--use-file-for-fake-audio-capture=${spokenFile}`,
        ],
      })
      contexts.push(context)
      return context
    },
    killBrowser: (profile) => killProcessesWith(`--user-data-dir=${join(dir, profile)}`),
    open: async (context, token, origin) => {
      const page = await context.newPage()
      await storeValues(page, { tokenstr: token })
      await page.goto(origin ? `${origin}:${new URL(url).port}/` : url)
      await page.waitForFunction((name) => name in window, 'engine' satisfies keyof PageGlobals)
      return page
    },
    [Symbol.asyncDispose]: async () => {
      for (const context of contexts) await context.close().catch(() => undefined)
      server.closeAllConnections()
      server.close()
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Kills every process with this argument on its command line, which are those of one browser. */
async function killProcessesWith(argument: string): Promise<void> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!line.split('\0').includes(argument)) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It exited when another process of the browser was killed.
    }
  }
}

/** Forwards an API call to the server. Closes the connection when the server is unreachable. */
function proxyCall(serverUrl: string | null, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!serverUrl) return void incoming.socket.destroy()
  const { method, headers, url } = incoming
  const forwarded = ask(new URL(url ?? '/', serverUrl), { method, headers }, (upstream) => {
    outgoing.writeHead(upstream.statusCode ?? 502, upstream.headers)
    upstream.pipe(outgoing)
  })
  forwarded.on('error', () => incoming.socket.destroy())
  incoming.pipe(forwarded)
}

/**
 * Loudness of the spoken audio over its twelve seconds, which the microphone repeats. It is irregular, so that no two shifts look
 * alike.
 */
export const SPOKEN_LOUDNESS: readonly number[] = Array.from({ length: 12 * PER_SECOND }, (_, n) => {
  const argument = Math.floor(n / 3)
  return argument % 4 === 3 ? 0.02 : 0.1 + 0.8 * ((((argument * 7919 + 13) % 101) + ((argument * argument * 31) % 97)) / 200)
})

function createSpokenWav(rate = 48_000): Buffer {
  const loudnessAt = (frame: number): number => SPOKEN_LOUDNESS[Math.floor((frame / rate) * PER_SECOND)] ?? 0
  const carrier = sine(700, rate)
  return createWav((SPOKEN_LOUDNESS.length / PER_SECOND) * rate, (frame) => 0.6 * loudnessAt(frame) * carrier(frame), {
    sampleRate: rate,
  })
}

/**
 * Returns how similar an MP3 is to the spoken audio, as the highest correlation of the loudness curves over all shifts (-1 to 1),
 * and its duration.
 */
export async function compareToSpoken(mp3: Uint8Array): Promise<{ similarity: number; seconds: number }> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const { channelData, sampleRate } = decoder.decode(mp3)
  decoder.free()
  const samples = channelData[0]!
  const step = sampleRate / 50
  const recordedLoudness = Array.from({ length: Math.floor(samples.length / step) }, (_, n) => {
    const block = samples.subarray(n * step, (n + 1) * step)
    return Math.sqrt(block.reduce((sum, sample) => sum + sample * sample, 0) / block.length)
  })
  const spokenLoudness = SPOKEN_LOUDNESS.flatMap((loudness) => Array.from({ length: 50 / PER_SECOND }, () => loudness))
  const shifts = spokenLoudness.map((_, shift) =>
    correlation(recordedLoudness.map((loudness, n) => [loudness, spokenLoudness[(n + shift) % spokenLoudness.length]!])),
  )
  return { similarity: Math.max(...shifts), seconds: samples.length / sampleRate }
}

function correlation(pairs: readonly (readonly number[])[]): number {
  const mean = (column: number) => pairs.reduce((sum, pair) => sum + pair[column]!, 0) / pairs.length
  const [mx, my] = [mean(0), mean(1)]
  let [xy, xx, yy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xy += (x! - mx) * (y! - my)
    xx += (x! - mx) ** 2
    yy += (y! - my) ** 2
  }
  return xy / Math.sqrt(xx * yy)
}
