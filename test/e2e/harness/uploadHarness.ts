import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { type User, signUp } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { chromiumOptions } from '../../browser/launchBrowser.ts'

/** A silent frame like those of the transcoder: 16 kHz, mono, 48 kbit/s, 216 bytes, 36 ms. */
const SILENT_FRAME = { header: [0xff, 0xf3, 0x68, 0xc0], bytes: 216, millis: 36 }

/** Returns an MP3 that is uploaded without transcoding. Each `seed` gives different bytes. */
export function createSilentMp3(seconds: number, seed: number): Buffer {
  const frames = Math.round((seconds * 1000) / SILENT_FRAME.millis)
  const file = Buffer.alloc(frames * SILENT_FRAME.bytes)
  for (let n = 0; n < frames; n++) {
    const offset = n * SILENT_FRAME.bytes
    file.set(SILENT_FRAME.header, offset)
    file.writeUInt32LE((seed * 1_000_003 + n) >>> 0, offset + 200)
  }
  return file
}

/** The data that a browser stores for uploads. */
export type StoredUploads = { rows: { owner: string; status: string; kept: boolean }[]; files: string[] }

/** A server that can be restarted, a browser that can be killed, and parts that can be held back. */
export type UploadHarness = AsyncDisposable & {
  readonly url: string
  readonly dir: string
  readonly users: { user: User; otherUser: User }
  /** Parts the browser started to send, as `<upload>/<number>`, in order. */
  readonly sentSlices: string[]
  /** Holds back parts above this number; null releases them all. */
  holdSlicesAbove: (sliceNumber: number | null) => Promise<void>
  restart: (whileStopped?: () => Promise<void>) => Promise<void>
  context: () => BrowserContext
  /** Kills the browser. The next one starts with the same profile on disk. */
  killBrowser: () => Promise<void>
  open: (user: User, hash?: string) => Promise<Page>
  writeFixture: (name: string, bytes: Buffer | Uint8Array) => Promise<string>
  titles: (user: User) => Promise<string[]>
  storedUploads: (page: Page) => Promise<StoredUploads>
  readonly pageErrors: string[]
}

export async function startUploadHarness(): Promise<UploadHarness> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-upload-'))
  const settings = {
    PORT: String(await findFreePort()),
    DATA_DIR: join(dir, 'data'),
    EARSHOT_SCRIPTED: 'speech',
    LOG_LEVEL: 'error',
  }
  const start = () => startEarshot({ ...settings, SIGN_UP: 'open', WELCOME: 'off', CALLS_PER_MINUTE: '0' })
  let running: RunningEarshot = await start()
  const users = { user: await signUp(running.url, 'lena'), otherUser: await signUp(running.url, 'omar') }
  const sentSlices: string[] = []
  const pageErrors: string[] = []
  const heldRoutes: { number: number; route: Route }[] = []
  let above: number | null = null
  let context = await launch()

  async function launch(): Promise<BrowserContext> {
    const newContext = await chromium.launchPersistentContext(join(dir, 'profile'), {
      ...(await chromiumOptions()),
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    await newContext.route(/\/blob\/part\//, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const [, upload = '', number = ''] = /\/part\/([^/]+)\/(\d+)/.exec(route.request().url()) ?? []
      sentSlices.push(`${upload}/${number}`)
      if (above !== null && Number(number) > above) return void heldRoutes.push({ number: Number(number), route })
      await route.continue().catch(() => {})
    })
    return newContext
  }

  return {
    get url() {
      return running.url
    },
    dir,
    users,
    sentSlices,
    pageErrors,
    holdSlicesAbove: async (next) => {
      above = next
      if (next === null) for (const { route } of heldRoutes.splice(0)) await route.continue().catch(() => {})
    },
    restart: async (whileStopped) => {
      await running.stop()
      await whileStopped?.()
      running = await start()
    },
    context: () => context,
    killBrowser: async () => {
      const session = await context.browser()?.newBrowserCDPSession()
      const contextClosed = new Promise((resolve) => context.once('close', resolve))
      const crash = session?.send('Browser.crash').catch(() => {})
      await Promise.race([contextClosed, crash])
      await contextClosed
      heldRoutes.length = 0
      context = await launch()
    },
    open: async (user, hash = '') => {
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      page.on('pageerror', (error) => pageErrors.push(String(error)))
      await storeValues(page, { tokenstr: user.token, consent: { statistics: false }, pweblang: 'en_US', comlang: 'en_US' })
      await page.goto(`${running.url}/home${hash}`)
      // The first page after the start may be slow on a busy machine. The heading is not located by role, because it has none
      // behind an open dialog.
      const heading = page.locator('h1').filter({ hasText: /^Good / })
      await heading.waitFor({ timeout: 60_000 }).catch(async (error: unknown) => {
        const bodyText = await page.evaluate(() => document.body.innerText.slice(0, 500)).catch(String)
        throw new Error(`${String(error)}\nshown: ${bodyText}\npage errors: ${pageErrors.join(' | ')}`, { cause: error })
      })
      return page
    },
    writeFixture: async (name, bytes) => {
      const path = join(dir, name)
      await writeFile(path, bytes)
      return path
    },
    titles: async (user) => {
      const { data } = await user.files.page({ query: {} })
      return data.files.map(({ filename }) => filename)
    },
    storedUploads,
    [Symbol.asyncDispose]: async () => {
      await context.close()
      await running.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

const storedUploads = (page: Page): Promise<StoredUploads> =>
  page.evaluate(async () => {
    const files: string[] = []
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('uploads').catch(() => null)
    for await (const owner of folder?.values() ?? []) {
      if (owner.kind !== 'directory') continue
      for await (const name of (owner as FileSystemDirectoryHandle).keys()) files.push(`${owner.name}/${name}`)
    }
    const databaseExists = (await indexedDB.databases()).some(({ name }) => name === 'earshot-uploads')
    if (!databaseExists) return { rows: [], files }
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('earshot-uploads')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error('closed'))
    })
    const rows = await new Promise<{ owner: string; item: { status: string; kept: boolean } }[]>((resolve) => {
      const getAllRequest = database.transaction('rows').objectStore('rows').getAll()
      getAllRequest.onsuccess = () => resolve(getAllRequest.result as never)
    })
    database.close()
    return { rows: rows.map(({ owner, item }) => ({ owner, status: item.status, kept: item.kept })), files }
  })
