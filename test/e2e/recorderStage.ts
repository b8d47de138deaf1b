import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { MPEGDecoder } from 'mpg123-decoder'
import { type BrowserContext, type Page, chromium } from 'playwright-core'
import { build } from 'vite'
import { makeWav, tone as sine } from '#test/fixtures/sound/makeWav.ts'
import type { Engine } from './recorder-page/page.ts'

/** The content security policy of the app, as far as scripts and calls go. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'"
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
/** Loudness values per second of the spoken sound. */
const PER_SECOND = 10

/** The global of the page. */
type InPage = { readonly engine: Engine }

/** A page with only the recorder engine, behind a server whose API can be cut off. */
export type RecorderStage = AsyncDisposable & {
  readonly url: string
  readonly dir: string
  /** Sets the server that receives API calls. With null, connections are cut. */
  reach: (server: string | null) => void
  /** Launches a browser that stores its data in `profile` and whose microphone plays the sound of `SPOKEN`. */
  launch: (profile: string) => Promise<BrowserContext>
  /** Kills the whole browser at once, like a power cut. */
  kill: (profile: string) => Promise<void>
  /** Opens a page with this session token. */
  open: (context: BrowserContext, token: string, origin?: string) => Promise<Page>
}

export async function recorderStage(): Promise<RecorderStage> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-spoken-'))
  const built = join(dir, 'page')
  const root = join(import.meta.dirname, 'recorder-page')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: built, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  })
  const spokenFile = join(dir, 'spoken.wav')
  await writeFile(spokenFile, spokenWav())
  let target: string | null = null
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) return handOn(target, request, response)
    const path = request.url === '/' ? '/index.html' : (request.url ?? '').split('?')[0]!
    const headers = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-security-policy': POLICY }
    readFile(join(built, path)).then(
      (bytes) => response.writeHead(200, headers).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const executablePath = process.env['CHROME_PATH'] ?? (await sparticuz.executablePath())
  const contexts: BrowserContext[] = []
  return {
    url,
    dir,
    reach: (to) => (target = to),
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
    kill: (profile) => killAllWith(`--user-data-dir=${join(dir, profile)}`),
    open: async (context, token, origin) => {
      const page = await context.newPage()
      await page.addInitScript(
        (kept) => localStorage.setItem('earshot_tokenstr', kept),
        JSON.stringify({ value: token, expires: null }),
      )
      await page.goto(origin ? `${origin}:${new URL(url).port}/` : url)
      await page.waitForFunction((name) => name in window, 'engine' satisfies keyof InPage)
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
async function killAllWith(word: string): Promise<void> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!line.split('\0').includes(word)) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended when another process of the browser was killed.
    }
  }
}

/** Forwards an API call to the server. Destroys the connection when the server is unreachable. */
function handOn(target: string | null, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!target) return void incoming.socket.destroy()
  const { method, headers, url } = incoming
  const onward = ask(new URL(url ?? '/', target), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => incoming.socket.destroy())
  incoming.pipe(onward)
}

/**
 * Loudness of the spoken sound over its twelve seconds, which the microphone repeats. Irregular, so that no shift of it looks
 * like another.
 */
export const SPOKEN: readonly number[] = Array.from({ length: 12 * PER_SECOND }, (_, n) => {
  const word = Math.floor(n / 3)
  return word % 4 === 3 ? 0.02 : 0.1 + 0.8 * ((((word * 7919 + 13) % 101) + ((word * word * 31) % 97)) / 200)
})

function spokenWav(rate = 48_000): Buffer {
  const loudAt = (frame: number): number => SPOKEN[Math.floor((frame / rate) * PER_SECOND)] ?? 0
  const wave = sine(700, rate)
  return makeWav((SPOKEN.length / PER_SECOND) * rate, (frame) => 0.6 * loudAt(frame) * wave(frame), { rate })
}

/**
 * Returns how similar an MP3 is to the spoken sound, as the highest correlation of the loudness curves over all shifts (-1 to 1),
 * and its length.
 */
export async function likeSpoken(mp3: Uint8Array): Promise<{ likeness: number; seconds: number }> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const { channelData, sampleRate } = decoder.decode(mp3)
  decoder.free()
  const samples = channelData[0]!
  const step = sampleRate / 50
  const heard = Array.from({ length: Math.floor(samples.length / step) }, (_, n) => {
    const part = samples.subarray(n * step, (n + 1) * step)
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
  })
  const said = SPOKEN.flatMap((loud) => Array.from({ length: 50 / PER_SECOND }, () => loud))
  const shifts = said.map((_, shift) => correlation(heard.map((loud, n) => [loud, said[(n + shift) % said.length]!])))
  return { likeness: Math.max(...shifts), seconds: samples.length / sampleRate }
}

function correlation(pairs: readonly (readonly number[])[]): number {
  const mean = (at: number) => pairs.reduce((sum, pair) => sum + pair[at]!, 0) / pairs.length
  const [mx, my] = [mean(0), mean(1)]
  let [xy, xx, yy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xy += (x! - mx) * (y! - my)
    xx += (x! - mx) ** 2
    yy += (y! - my) ** 2
  }
  return xy / Math.sqrt(xx * yy)
}
