import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { MiB, type Millis } from '#shared/units.ts'
import { paths } from '#shared/paths.ts'
import { launchBrowser } from '#test/browser/launchBrowser.ts'
import { areRowsPainted, readTimings, setTimings, observeList } from './listTimings.ts'
import { type TabMemory, tabMemory } from './tabMemory.ts'
import { type Figure, isWithinLimit, printFigure } from '../figures.ts'
import { frameRate, scrollForFiveSeconds } from '../scrolling.ts'
import { openSignedInContext } from '../signedInContext.ts'
import { startBlankServer } from '../webTimes.ts'

const SLOWDOWN = 4
const RUNS = 5
const ALL_FILES = paths.fileList({ categoryId: 'allFiles' })
/** Time after which a page is idle. */
const IDLE_WAIT = 700
/** Time after which every change caused by a key press has been painted, even in several steps. */
const CHANGE_WAIT = 2000
/** Almost every one of these keys changes the search results. */
const KEYS = ['r', 'e', 'v', 'Backspace', 'p', 'Backspace', 'Backspace', 'Backspace', 'b', 'u'] as const

type Session = { url: string; token: string }
type Tab = { page: Page; context: BrowserContext; devtools: CDPSession; requests: string[] }

/** Measures a library of this size in a browser slowed down to a quarter of this processor's speed, compared with an empty page. */
export async function measureBrowser({ url, token, entryBytes }: Session & { entryBytes: number }): Promise<boolean> {
  const browser = await launchBrowser({ reducedMotion: 'no-preference' })
  const figures: Figure[] = []
  const requests: string[] = []
  const blank = await startBlankServer(entryBytes)
  try {
    figures.push(await measureCold(browser, { url, token }, blank.url, requests))
    const reference = await measureBlankPage(browser, blank.url)
    const tab = await open(browser, { url, token }, requests)
    await tab.page.goto(url + ALL_FILES)
    await waitForAllPages(tab)
    figures.push(await measureWarm(tab), await measureScroll(tab, reference), await measureFilter(tab))
    figures.push(...(await pressed(tab)))
    figures.push(...memory(await tabMemory(browser, tab.page), reference.memory))
    figures.push(...(await measureLive(browser, tab, { url, token })))
    figures.push(countWholeLists(requests))
    await tab.context.close()
  } finally {
    await browser.close()
    blank.close()
  }
  for (const figure of figures) printFigure(figure)
  return figures.every(isWithinLimit)
}

async function open(browser: Browser, { url, token }: Session, requests: string[] = []): Promise<Tab> {
  const context = await openSignedInContext(browser, token)
  await context.addInitScript(observeList)
  const page = await context.newPage()
  page.on('request', (request) => request.url().startsWith(`${url}/api/`) && requests.push(request.url().slice(url.length)))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, context, devtools, requests }
}

/** Time from the start of the navigation until rows are painted, in a browser without a cache. */
async function measureCold(browser: Browser, session: Session, bareUrl: string, requests: string[]): Promise<Figure> {
  const [times, references, cpuTime]: [Millis[], Millis[], Millis[]] = [[], [], []]
  for (let run = 0; run < RUNS; run++) {
    const blank = await open(browser, { ...session, url: bareUrl })
    await blank.page.goto(bareUrl)
    await blank.page.waitForTimeout(300)
    references.push(await blank.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0))
    await blank.context.close()
    const tab = await open(browser, session, requests)
    await tab.page.goto(session.url + ALL_FILES)
    times.push((await waitForRows(tab.page)).rows)
    cpuTime.push(await cpuTimeOf(tab))
    await tab.context.close()
  }
  const reference = median(references)
  const comparison = `${(median(times) / reference).toFixed(1)} of the bare page's ${Math.round(reference)} ms; ${Math.round(median(cpuTime))} ms of work`
  return { what: 'list shown, cold', value: median(times), unit: 'ms', target: 1200, limit: 1500, comparison }
}

/** Time from the click on the link on Home until the list is painted, after the whole library was loaded. */
async function measureWarm({ page }: Tab): Promise<Figure> {
  const times: Millis[] = []
  for (let run = 0; run < RUNS; run++) {
    await page.locator(`a[href="${paths.home()}"]:visible`).first().click()
    await page.waitForURL((at) => at.pathname === paths.home())
    await page.waitForTimeout(IDLE_WAIT)
    await page.evaluate(setTimings, { rows: 0, pressed: 0 })
    await page.locator(`a[href="${ALL_FILES}"]:visible`).first().click()
    const { rows, pressed: at } = await waitForRows(page)
    times.push(rows - at)
    await page.waitForTimeout(IDLE_WAIT)
  }
  return { what: 'list shown, warm', value: median(times), unit: 'ms', target: 120, limit: 200 }
}

async function measureScroll(tab: Tab, reference: { fps: number }): Promise<Figure> {
  await tab.page.evaluate(setTimings, { blank: 0 })
  const before = await cpuTimeOf(tab)
  const { fps, longest } = await framesWhileScrolling(tab)
  const cpuTime = (await cpuTimeOf(tab)) - before
  const { blank, frames } = await tab.page.evaluate(readTimings)
  const empty = Math.round((blank / Math.max(1, frames.length / 4)) * 100)
  const comparison = `${(fps / reference.fps).toFixed(2)} of plain text's ${reference.fps.toFixed(0)}; ${(cpuTime / frames.length).toFixed(1)} ms of work a frame, the longest ${Math.round(longest)} ms, ${empty} % of frames without rows`
  return { what: 'scrolling, five seconds', value: fps, unit: 'fps', target: 55, limit: 50, isMinimum: true, comparison }
}

/**
 * Time from a key press until the filtered list is painted; the slowest of ten. Keys that do not change the results are ignored.
 */
async function measureFilter(tab: Tab): Promise<Figure> {
  const field = tab.page.locator('input[type=search]:visible').first()
  await field.click()
  const all: Millis[] = []
  for (const key of KEYS) all.push(await timeToPaint(tab.page, () => tab.page.keyboard.press(key)))
  await field.fill('')
  await tab.page.waitForTimeout(IDLE_WAIT)
  const times = all.filter(Number.isFinite)
  const value = times.length * 2 > all.length ? Math.max(...times) : Infinity
  const comparison = `each ${all.map((time) => (Number.isFinite(time) ? Math.round(time) : '–')).join(' ')}`
  return { what: 'filter as one types, worst of ten', value, unit: 'ms', target: 70, limit: 100, comparison }
}

async function pressed({ page }: Tab): Promise<Figure[]> {
  await page.locator('[role=list] [data-file]').first().focus()
  const all = await timeToPaint(page, () => page.keyboard.press('Control+a'))
  await page.keyboard.press('Escape')
  await page.waitForTimeout(IDLE_WAIT)
  const sorted = await timeToPaint(page, () =>
    page
      .getByRole('button', { name: /^Title/ })
      .first()
      .click(),
  )
  await page.getByRole('button', { name: /^Date/ }).first().click()
  await page.waitForTimeout(IDLE_WAIT)
  return [
    { what: 'select all', value: all, unit: 'ms', target: 150, limit: 400 },
    { what: 'sort by name', value: sorted, unit: 'ms', target: 300, limit: 800 },
  ]
}

function memory(ours: TabMemory, reference: TabMemory): Figure[] {
  const of = (value: number, reference: number) =>
    `${(value / reference).toFixed(1)} of the bare page's ${(reference / MiB).toFixed(1)} MB`
  const held = { unit: 'MB', target: 120, limit: 150 }
  return [
    { what: 'memory: objects of its scripts', value: ours.heap / MiB, ...held, comparison: of(ours.heap, reference.heap) },
    { what: 'memory: the whole tab', value: ours.total / MiB, ...held, comparison: of(ours.total, reference.total) },
  ]
}

/** Time until a recording renamed in one tab is renamed in another, and whether the other tab fetched a list again. */
async function measureLive(browser: Browser, tab: Tab, session: Session): Promise<Figure[]> {
  const requests: string[] = []
  const other = await open(browser, session, requests)
  await other.page.goto(session.url + ALL_FILES)
  await waitForAllPages(other)
  requests.length = 0
  const name = `Renamed after ${Math.round(performance.now())}`
  const row = tab.page.locator('[role=list] [data-file]').first()
  await row.scrollIntoViewIfNeeded()
  await row.focus()
  await tab.page.keyboard.press('F2')
  await tab.page.keyboard.press('Control+a')
  await tab.page.keyboard.type(name)
  const start = performance.now()
  await tab.page.keyboard.press('Enter')
  await other.page.locator('[role=list] [data-file]').filter({ hasText: name }).first().waitFor({ timeout: 10_000 })
  const duration = performance.now() - start
  await other.page.waitForTimeout(IDLE_WAIT)
  const lists = requests.filter((address) => /\/file\/(page|simple|list)\b/.test(address))
  const changes = requests.filter((address) => address.includes('/file/changes')).length
  if (lists.length > 0) console.log(`  the other window fetched ${lists.join(' ')}`)
  await other.context.close()
  return [
    { what: 'a name given in one window, seen in another', value: duration, unit: 'ms', target: 1000, limit: 2000 },
    { what: 'lists fetched again for it', value: lists.length, unit: '', target: 0, limit: 0 },
    { what: 'requests for changes instead', value: changes, unit: '', target: 1, limit: 1, isMinimum: true },
  ]
}

/** Counts calls of the old endpoint that returns everything. The page must not use it. */
function countWholeLists(requests: readonly string[]): Figure {
  const isWhole = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://here')
    return pathname.endsWith('/file/simple/web') && Number(searchParams.get('limit') ?? 99_999) > 1000
  }
  return { what: 'calls for the whole list at once', value: requests.filter(isWhole).length, unit: '', target: 0, limit: 0 }
}

/** Measures an empty page: the memory of its tab and how smoothly plain text scrolls. */
async function measureBlankPage(browser: Browser, address: string): Promise<{ memory: TabMemory; fps: number }> {
  const tab = await open(browser, { url: address, token: '' })
  await tab.page.goto(address)
  const blank = await tabMemory(browser, tab.page)
  const lines = Array.from({ length: 2000 }, (_, n) => `<div role="listitem" style="height:72px">Line ${n}</div>`).join('')
  await tab.page.setContent(`<div role="list" style="height:100vh;overflow-y:auto">${lines}</div>`)
  await tab.page.evaluate(observeList)
  const { fps } = await framesWhileScrolling(tab)
  await tab.context.close()
  return { memory: blank, fps }
}

async function framesWhileScrolling({ page, devtools }: Tab): Promise<{ fps: number; longest: Millis }> {
  await page.evaluate(setTimings, { frames: [], scrolls: true })
  await scrollForFiveSeconds(page, devtools, '[role=list]')
  await page.evaluate(setTimings, { scrolls: false })
  return frameRate((await page.evaluate(readTimings)).frames)
}

/** Time from the last key press until the last frame in which the list changed. Infinity when nothing changed. */
async function timeToPaint(page: Page, action: () => Promise<void>): Promise<Millis> {
  await page.evaluate(setTimings, { pressed: 0, changed: 0 })
  await action()
  await page.waitForTimeout(CHANGE_WAIT)
  const { pressed: from, changed } = await page.evaluate(readTimings)
  return changed > from && from > 0 ? changed - from : Infinity
}

/** CPU time of the tab's main thread so far. Only this value is comparable on a busy machine. */
async function cpuTimeOf({ devtools }: Tab): Promise<Millis> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function waitForRows(page: Page): Promise<{ rows: Millis; pressed: Millis }> {
  await page.waitForFunction(areRowsPainted)
  return page.evaluate(readTimings)
}

/** Resolves when every page of the library has been loaded. */
async function waitForAllPages({ page, requests }: Tab): Promise<void> {
  await waitForRows(page)
  for (let before = -1; before !== requests.length;) {
    before = requests.length
    await page.waitForTimeout(2000)
  }
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
