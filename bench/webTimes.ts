import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Bytes, Millis } from '#shared/units.ts'
import { launchBrowser } from '#test/browser/launchBrowser.ts'
import { startEarshot } from '#test/process/startEarshot.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { limitVerdict } from './limitVerdict.ts'

const RUNS = 5
const RECORDINGS = 60
/** A slow phone: 1.6 Mbit/s, 150 ms latency, a quarter of this processor's speed. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const SLOWDOWN = 4

/** Web vitals of a page: `lcp` and `inp` in ms, `cls` as a share of the viewport. */
type Vitals = { lcp: Millis; inp: Millis; cls: number }
type Measurement = { page: string; what: string; value: number; target: number; limit: number }

/**
 * Measures web vitals on a slow phone. Each value is the median of five cold visits. The largest contentful paint is also compared
 * with that of a page with only a heading and a script of the same size. Returns true when all limits hold.
 */
export async function measureTimes(entryBytes: Bytes): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const baseSettings = { LOG_LEVEL: 'error', SIGN_UP: 'open', WELCOME: 'off', CALLS_PER_MINUTE: '0' }
  const running = await startEarshot({ PORT: '4399', DATA_DIR: dir, ...baseSettings })
  const user = await signUp(running.url, 'bench')
  const ids: string[] = []
  for (let n = 0; n < RECORDINGS; n++) ids.push((await uploadRecording(user, createToneWav(2), { name: `Recording ${n}` })).id)
  const browser = await launchBrowser({ reducedMotion: 'no-preference' })
  const blank = await startBlankServer(entryBytes)
  const reference = (await measureVisits(browser, { user: null, isFirst: true }, blank.url, null)).lcp
  const pages = [
    { page: '/', at: '/', lcp: [2000, 2500] },
    { page: '/file-list', at: '/file-list?categoryId=allFiles', lcp: [2600, 3000] },
    { page: '/file/{id}', at: `/file/${ids[0]}`, lcp: [2800, 3200] },
    { page: '/, first visit, with the cookie notice', at: '/', lcp: [2000, 2500], isFirst: true },
    { page: '/login', at: '/login', lcp: [2000, 2500], signedOut: true },
  ] as const
  const measurements: Measurement[] = []
  for (const { page, at, lcp, ...more } of pages) {
    const visitor = { user: 'signedOut' in more ? null : user, isFirst: 'isFirst' in more }
    const slow = await measureVisits(browser, visitor, running.url + at, SLOWDOWN)
    const fast = await measureVisits(browser, visitor, running.url + at, 1)
    measurements.push({
      page,
      what: `LCP, ${(slow.lcp / reference).toFixed(2)} of the bare page`,
      value: slow.lcp,
      target: lcp[0],
      limit: lcp[1],
    })
    measurements.push({ page, what: 'INP, slowed', value: slow.inp, target: 150, limit: 200 })
    measurements.push({ page, what: 'INP', value: fast.inp, target: 60, limit: 100 })
    measurements.push({ page, what: 'CLS', value: slow.cls, target: 0.02, limit: 0.1 })
  }
  console.log(`  a bare page of as many bytes paints after ${Math.round(reference)} ms`)
  for (const { page, what, value, target, limit } of measurements) {
    const shown = limit < 1 ? value.toFixed(3) : `${Math.round(value)} ms`
    console.log(
      `${shown.padStart(9)} ${String(target).padStart(6)} ${String(limit).padStart(6)}  ${limitVerdict(value, { target, limit })}  ${page} ${what}`,
    )
  }
  await browser.close()
  blank.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
  return measurements.every(({ value, limit }) => value <= limit)
}

/** Whether the user is signed in. The cookie notice has been answered unless it is the first visit. */
type Visitor = { user: User | null; isFirst: boolean }

/** Returns the median of several cold visits. With `slowdown` null, only the network is throttled and no key is pressed. */
async function measureVisits(browser: Browser, visitor: Visitor, address: string, slowdown: number | null): Promise<Vitals> {
  const all: Vitals[] = []
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
    all.push(await visit(context, visitor, address, slowdown))
    await context.close()
  }
  const median = (select: (vitals: Vitals) => number) => all.map(select).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
  return { lcp: median(({ lcp }) => lcp), inp: median(({ inp }) => inp), cls: median(({ cls }) => cls) }
}

async function visit(context: BrowserContext, visitor: Visitor, address: string, slowdown: number | null): Promise<Vitals> {
  const storedValues = { tokenstr: visitor.user?.token, consent: visitor.isFirst ? undefined : { statistics: false } }
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) {
      if (value) localStorage.setItem(`earshot_${key}`, JSON.stringify({ value, expires: null }))
    }
  }, storedValues)
  await context.addInitScript(watchVitals)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  if (slowdown !== 1) await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown ?? SLOWDOWN })
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  // The live channel stays open, so the network never becomes idle. Late requests are finished after this time.
  await page.waitForTimeout(2500)
  const painted = await readVitals(page)
  if (slowdown !== null) await pressKeys(page)
  return { ...(await readVitals(page)), lcp: painted.lcp }
}

/** Presses the keys that work on every page: the list of shortcuts, the command palette and the first focusable element. */
async function pressKeys(page: Page): Promise<void> {
  for (const key of ['?', 'Escape', 'Control+k', 'Escape', 'Tab', 'Tab', 'Enter']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
}

type VitalsWindow = { vitals: Vitals }
const readVitals = (page: Page): Promise<Vitals> => page.evaluate(() => (globalThis as unknown as VitalsWindow).vitals)

/** Runs in the page before its own scripts. */
function watchVitals(): void {
  const vitals: Vitals = { lcp: 0, inp: 0, cls: 0 }
  ;(globalThis as unknown as VitalsWindow).vitals = vitals
  type Entry = { startTime: Millis; duration: Millis; value?: number; hadRecentInput?: boolean; interactionId?: number }
  const observe = (type: string, onEntry: (entry: Entry) => void) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) onEntry(entry as unknown as Entry)
    })
    observer.observe({ type, buffered: true, durationThreshold: 16 } as never)
  }
  observe('largest-contentful-paint', (entry) => {
    vitals.lcp = entry.startTime
  })
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) vitals.cls += entry.value ?? 0
  })
  observe('event', (entry) => {
    if (entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration)
  })
}

/** Starts a server for a page with one incompressible script of this many bytes and a heading that the script writes. */
export async function startBlankServer(bytes: Bytes): Promise<{ url: string; close: () => void }> {
  const padding = randomBytes(Math.ceil((bytes * 3) / 4)).toString('base64')
  const server = createServer((request, response) => {
    if (request.url === '/script.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end(`document.body.innerHTML = '<h1>Good morning</h1><p>Pick up where you left off.</p>' // ${padding}`)
    } else {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Bare</title><body><script type="module" src="/script.js"></script>')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
