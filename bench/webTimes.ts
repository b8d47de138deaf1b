import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Bytes, Millis } from '#kit/units.ts'
import { launchBrowser } from '#test/e2e/browser.ts'
import { startEarshot } from '#test/running/startEarshot.ts'
import { tone } from '#test/world/tone.ts'
import { type User, signUp, uploadSound } from '#test/world/user.ts'
import { verdictOn } from './verdictOn.ts'

const RUNS = 5
const RECORDINGS = 60
/** A slow phone: 1.6 Mbit/s, 150 ms latency, a quarter of this processor's speed. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const SLOWER = 4

/** Web vitals of a page: `lcp` and `inp` in ms, `cls` as a share of the viewport. */
type Vitals = { lcp: Millis; inp: Millis; cls: number }
type Measured = { page: string; what: string; value: number; target: number; limit: number }

/**
 * Measures web vitals on a slow phone. Each value is the median of five cold visits. The largest paint is also compared with a
 * page that holds only a heading and a script of the same size. Returns true when all limits hold.
 */
export async function measureTimes(entryBytes: Bytes): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const quiet = { LOG_LEVEL: 'error', SIGN_UP: 'open', WELCOME: 'off', CALLS_PER_MINUTE: '0' }
  const running = await startEarshot({ PORT: '4399', DATA_DIR: dir, ...quiet })
  const user = await signUp(running.url, 'bench')
  const ids: string[] = []
  for (let n = 0; n < RECORDINGS; n++) ids.push((await uploadSound(user, tone(2), { name: `Recording ${n}` })).id)
  const browser = await launchBrowser()
  const bare = await bareServer(entryBytes)
  const reference = (await visits(browser, { user: null, isFirst: true }, bare.url, null)).lcp
  const pages = [
    { page: '/', at: '/', lcp: [2000, 2500] },
    { page: '/file-list', at: '/file-list?categoryId=allFiles', lcp: [2600, 3000] },
    { page: '/file/{id}', at: `/file/${ids[0]}`, lcp: [2800, 3200] },
    { page: '/, first visit, with the cookie notice', at: '/', lcp: [2000, 2500], isFirst: true },
    { page: '/login', at: '/login', lcp: [2000, 2500], signedOut: true },
  ] as const
  const found: Measured[] = []
  for (const { page, at, lcp, ...more } of pages) {
    const who = { user: 'signedOut' in more ? null : user, isFirst: 'isFirst' in more }
    const slow = await visits(browser, who, running.url + at, SLOWER)
    const fast = await visits(browser, who, running.url + at, 1)
    found.push({
      page,
      what: `LCP, ${(slow.lcp / reference).toFixed(2)} of the bare page`,
      value: slow.lcp,
      target: lcp[0],
      limit: lcp[1],
    })
    found.push({ page, what: 'INP, slowed', value: slow.inp, target: 150, limit: 200 })
    found.push({ page, what: 'INP', value: fast.inp, target: 60, limit: 100 })
    found.push({ page, what: 'CLS', value: slow.cls, target: 0.02, limit: 0.1 })
  }
  console.log(`  a bare page of as many bytes paints after ${Math.round(reference)} ms`)
  for (const { page, what, value, target, limit } of found) {
    const shown = limit < 1 ? value.toFixed(3) : `${Math.round(value)} ms`
    console.log(
      `${shown.padStart(9)} ${String(target).padStart(6)} ${String(limit).padStart(6)}  ${verdictOn(value, { target, limit })}  ${page} ${what}`,
    )
  }
  await browser.close()
  bare.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
  return found.every(({ value, limit }) => value <= limit)
}

/** Signed in or not. The cookie notice is answered unless it is the first visit. */
type Visitor = { user: User | null; isFirst: boolean }

/** Returns the median of several cold visits. With `slowdown` null, only the network is throttled and no key is pressed. */
async function visits(browser: Browser, who: Visitor, address: string, slower: number | null): Promise<Vitals> {
  const all: Vitals[] = []
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
    all.push(await visit(context, who, address, slower))
    await context.close()
  }
  const median = (of: (vitals: Vitals) => number) => all.map(of).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
  return { lcp: median(({ lcp }) => lcp), inp: median(({ inp }) => inp), cls: median(({ cls }) => cls) }
}

async function visit(context: BrowserContext, who: Visitor, address: string, slower: number | null): Promise<Vitals> {
  const kept = { tokenstr: who.user?.token, consent: who.isFirst ? undefined : { statistics: false } }
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) {
      if (value) localStorage.setItem(`earshot_${key}`, JSON.stringify({ value, expires: null }))
    }
  }, kept)
  await context.addInitScript(watchVitals)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  if (slower !== 1) await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower ?? SLOWER })
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  // The live channel stays open, so the network never becomes idle. Late requests are finished by then.
  await page.waitForTimeout(2500)
  const painted = await read(page)
  if (slower !== null) await press(page)
  return { ...(await read(page)), lcp: painted.lcp }
}

/** Presses the keys that work on every page: the list of shortcuts, the command palette and the first focusable element. */
async function press(page: Page): Promise<void> {
  for (const key of ['?', 'Escape', 'Control+k', 'Escape', 'Tab', 'Tab', 'Enter']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
}

type Watching = { vitals: Vitals }
const read = (page: Page): Promise<Vitals> => page.evaluate(() => (globalThis as unknown as Watching).vitals)

/** Runs in the page before its own scripts. */
function watchVitals(): void {
  const vitals: Vitals = { lcp: 0, inp: 0, cls: 0 }
  ;(globalThis as unknown as Watching).vitals = vitals
  type Entry = { startTime: Millis; duration: Millis; value?: number; hadRecentInput?: boolean; interactionId?: number }
  const watch = (type: string, hear: (entry: Entry) => void) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) hear(entry as unknown as Entry)
    })
    observer.observe({ type, buffered: true, durationThreshold: 16 } as never)
  }
  watch('largest-contentful-paint', (entry) => {
    vitals.lcp = entry.startTime
  })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) vitals.cls += entry.value ?? 0
  })
  watch('event', (entry) => {
    if (entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration)
  })
}

/** Starts a server for a page with one incompressible script of that many bytes and a heading that the script writes. */
export async function bareServer(bytes: Bytes): Promise<{ url: string; close: () => void }> {
  const filling = randomBytes(Math.ceil((bytes * 3) / 4)).toString('base64')
  const server = createServer((request, response) => {
    if (request.url === '/script.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end(`document.body.innerHTML = '<h1>Good morning</h1><p>Here is what you worked on last.</p>' // ${filling}`)
    } else {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Bare</title><body><script type="module" src="/script.js"></script>')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
