import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { type Running, startEarshot } from '#test/running/startEarshot.ts'
import { freePort } from '#test/world/freePort.ts'
import { type User, signUp } from '#test/world/user.ts'

/** A silent frame as the transcoder makes it: 16 kHz, mono, 48 kbit/s, 216 bytes, 36 ms. */
const FRAME = { header: [0xff, 0xf3, 0x68, 0xc0], bytes: 216, millis: 36 }

/** Returns an MP3 that is uploaded without transcoding. Each `seed` gives other bytes. */
export function smallMp3(seconds: number, seed: number): Buffer {
  const frames = Math.round((seconds * 1000) / FRAME.millis)
  const file = Buffer.alloc(frames * FRAME.bytes)
  for (let n = 0; n < frames; n++) {
    const at = n * FRAME.bytes
    file.set(FRAME.header, at)
    file.writeUInt32LE((seed * 1_000_003 + n) >>> 0, at + 200)
  }
  return file
}

/** What a browser stores for uploads. */
export type KeptThere = { rows: { owner: string; status: string; kept: boolean }[]; files: string[] }

/** A server that can be restarted, a browser that can be killed, and slices that can be held back. */
export type UploadStage = AsyncDisposable & {
  readonly url: string
  readonly dir: string
  readonly people: { lena: User; omar: User }
  /** Slices the browser started to send, as `<upload>/<number>`, in order. */
  readonly sent: string[]
  /** Holds back slices above this number; null releases them all. */
  hold: (above: number | null) => Promise<void>
  restart: (between?: () => Promise<void>) => Promise<void>
  context: () => BrowserContext
  /** Kills the browser. The next one starts with the same profile on disk. */
  killBrowser: () => Promise<void>
  open: (user: User, hash?: string) => Promise<Page>
  fileOf: (name: string, bytes: Buffer | Uint8Array) => Promise<string>
  titles: (user: User) => Promise<string[]>
  keptIn: (page: Page) => Promise<KeptThere>
  readonly troubles: string[]
}

export async function uploadStage(): Promise<UploadStage> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-upload-'))
  const settings = { PORT: String(await freePort()), DATA_DIR: join(dir, 'data'), EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error' }
  const start = () => startEarshot({ ...settings, SIGN_UP: 'open', WELCOME: 'off', CALLS_PER_MINUTE: '0' })
  let running: Running = await start()
  const people = { lena: await signUp(running.url, 'lena'), omar: await signUp(running.url, 'omar') }
  const sent: string[] = []
  const troubles: string[] = []
  const waiting: { number: number; route: Route }[] = []
  let above: number | null = null
  let context = await launch()

  async function launch(): Promise<BrowserContext> {
    const executablePath = process.env['CHROME_PATH'] ?? (await sparticuz.executablePath())
    const made = await chromium.launchPersistentContext(join(dir, 'profile'), {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    await made.route(/\/blob\/part\//, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const [, upload = '', number = ''] = /\/part\/([^/]+)\/(\d+)/.exec(route.request().url()) ?? []
      sent.push(`${upload}/${number}`)
      if (above !== null && Number(number) > above) return void waiting.push({ number: Number(number), route })
      await route.continue().catch(() => {})
    })
    return made
  }

  return {
    get url() {
      return running.url
    },
    dir,
    people,
    sent,
    troubles,
    hold: async (next) => {
      above = next
      if (next === null) for (const { route } of waiting.splice(0)) await route.continue().catch(() => {})
    },
    restart: async (between) => {
      await running.stop()
      await between?.()
      running = await start()
    },
    context: () => context,
    killBrowser: async () => {
      const session = await context.browser()?.newBrowserCDPSession()
      const gone = new Promise((closed) => context.once('close', closed))
      const crash = session?.send('Browser.crash').catch(() => {})
      await Promise.race([gone, crash])
      await gone
      waiting.length = 0
      context = await launch()
    },
    open: async (user, hash = '') => {
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      page.on('pageerror', (error) => troubles.push(String(error)))
      await page.addInitScript(
        (kept) => {
          for (const [key, value] of Object.entries(kept))
            localStorage.setItem(`earshot_${key}`, JSON.stringify({ value, expires: null }))
        },
        { tokenstr: user.token, consent: { statistics: false }, pweblang: 'en_US', comlang: 'en_US' },
      )
      await page.goto(`${running.url}/home${hash}`)
      // The first page after the start may be slow on a busy machine. The heading is not located by role, because it has none
      // behind an open dialog.
      const greeting = page.locator('h1').filter({ hasText: user.name })
      await greeting.waitFor({ timeout: 60_000 }).catch(async (error: unknown) => {
        const shown = await page.evaluate(() => document.body.innerText.slice(0, 500)).catch(String)
        throw new Error(`${String(error)}\nshown: ${shown}\ntroubles: ${troubles.join(' | ')}`, { cause: error })
      })
      return page
    },
    fileOf: async (name, bytes) => {
      const path = join(dir, name)
      await writeFile(path, bytes)
      return path
    },
    titles: async (user) => {
      const { data } = await user.files.page({ query: {} })
      return data.files.map(({ filename }) => filename)
    },
    keptIn,
    [Symbol.asyncDispose]: async () => {
      await context.close()
      await running.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

const keptIn = (page: Page): Promise<KeptThere> =>
  page.evaluate(async () => {
    const files: string[] = []
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('uploads').catch(() => null)
    for await (const owner of folder?.values() ?? []) {
      if (owner.kind !== 'directory') continue
      for await (const name of (owner as FileSystemDirectoryHandle).keys()) files.push(`${owner.name}/${name}`)
    }
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'earshot-uploads')
    if (!isThere) return { rows: [], files }
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('earshot-uploads')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error('closed'))
    })
    const rows = await new Promise<{ owner: string; item: { status: string; kept: boolean } }[]>((resolve) => {
      const asked = database.transaction('rows').objectStore('rows').getAll()
      asked.onsuccess = () => resolve(asked.result as never)
    })
    database.close()
    return { rows: rows.map(({ owner, item }) => ({ owner, status: item.status, kept: item.kept })), files }
  })
