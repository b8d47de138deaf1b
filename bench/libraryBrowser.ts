import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { MiB, type Millis } from '#kit/units.ts'
import { paths } from '#kit/paths.ts'
import { launchBrowser } from '#test/e2e/browser.ts'
import { areRowsPainted, readWatched, setWatched, watchList } from './inThePage.ts'
import { type TabMemory, memoryOf } from './memoryOf.ts'
import { verdictOn } from './verdictOn.ts'
import { bareServer } from './webTimes.ts'

const SLOWER = 4
const RUNS = 5
const SIZE = { width: 1440, height: 900 }
const ALL_FILES = paths.fileList({ categoryId: 'allFiles' })
/** Time after which a page is idle. */
const QUIET = 700
/** Time after which every change that follows a key press has been painted, also in several steps. */
const ANSWERED = 2000
/** Scroll speed in pixels per second: a wheel turned fast, 24 notches of 100. */
const SPEED = 2400
const SCROLLED: Millis = 5000
/** Almost every one of these keys changes the search result. */
const TYPED = ['r', 'e', 'v', 'Backspace', 'p', 'Backspace', 'Backspace', 'Backspace', 'b', 'u'] as const

type Figure = { what: string; value: number; unit: string; target: number; limit: number; least?: boolean; beside?: string }
type Signed = { url: string; token: string }
type Tab = { page: Page; context: BrowserContext; devtools: CDPSession; asked: string[] }

/** Measures a library of this size in a browser with a quarter of this processor's speed, compared with an empty page. */
export async function measureBrowser({ url, token, entryBytes }: Signed & { entryBytes: number }): Promise<boolean> {
  const browser = await launchBrowser()
  const figures: Figure[] = []
  const asked: string[] = []
  const bare = await bareServer(entryBytes)
  try {
    figures.push(await cold(browser, { url, token }, bare.url, asked))
    const reference = await bareTab(browser, bare.url)
    const tab = await open(browser, { url, token }, asked)
    await tab.page.goto(url + ALL_FILES)
    await whole(tab)
    figures.push(await warm(tab), await scroll(tab, reference), await filter(tab))
    figures.push(...(await pressed(tab)))
    figures.push(...memory(await memoryOf(browser, tab.page), reference.memory))
    figures.push(...(await live(browser, tab, { url, token })))
    figures.push(wholeLists(asked))
    await tab.context.close()
  } finally {
    await browser.close()
    bare.close()
  }
  for (const figure of figures) print(figure)
  return figures.every(holds)
}

async function open(browser: Browser, { url, token }: Signed, asked: string[] = []): Promise<Tab> {
  const context = await browser.newContext({ viewport: SIZE, serviceWorkers: 'block' })
  await context.addInitScript((value) => {
    try {
      localStorage.setItem('earshot_tokenstr', JSON.stringify({ value, expires: null }))
      localStorage.setItem('earshot_consent', JSON.stringify({ value: { statistics: false }, expires: null }))
    } catch {
      // The blank page has no storage.
    }
  }, token)
  await context.addInitScript(watchList)
  const page = await context.newPage()
  page.on('request', (request) => request.url().startsWith(`${url}/api/`) && asked.push(request.url().slice(url.length)))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, context, devtools, asked }
}

/** Time from the start of the navigation until rows are painted, in a browser without a cache. */
async function cold(browser: Browser, who: Signed, bareUrl: string, asked: string[]): Promise<Figure> {
  const [times, references, work]: [Millis[], Millis[], Millis[]] = [[], [], []]
  for (let run = 0; run < RUNS; run++) {
    const bare = await open(browser, { ...who, url: bareUrl })
    await bare.page.goto(bareUrl)
    await bare.page.waitForTimeout(300)
    references.push(await bare.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0))
    await bare.context.close()
    const tab = await open(browser, who, asked)
    await tab.page.goto(who.url + ALL_FILES)
    times.push((await rowsPainted(tab.page)).rows)
    work.push(await workOf(tab))
    await tab.context.close()
  }
  const reference = median(references)
  const beside = `${(median(times) / reference).toFixed(1)} of the bare page's ${Math.round(reference)} ms; ${Math.round(median(work))} ms of work`
  return { what: 'list shown, cold', value: median(times), unit: 'ms', target: 1200, limit: 1500, beside }
}

/** Time from the click on the link on Home until the list is painted, after the whole library was loaded. */
async function warm({ page }: Tab): Promise<Figure> {
  const times: Millis[] = []
  for (let run = 0; run < RUNS; run++) {
    await page.locator(`a[href="${paths.home()}"]:visible`).first().click()
    await page.waitForURL((at) => at.pathname === paths.home())
    await page.waitForTimeout(QUIET)
    await page.evaluate(setWatched, { rows: 0, pressed: 0 })
    await page.locator(`a[href="${ALL_FILES}"]:visible`).first().click()
    const { rows, pressed: at } = await rowsPainted(page)
    times.push(rows - at)
    await page.waitForTimeout(QUIET)
  }
  return { what: 'list shown, warm', value: median(times), unit: 'ms', target: 120, limit: 200 }
}

async function scroll(tab: Tab, reference: { fps: number }): Promise<Figure> {
  await tab.page.evaluate(setWatched, { blank: 0 })
  const before = await workOf(tab)
  const { fps, longest } = await framesWhileScrolling(tab)
  const work = (await workOf(tab)) - before
  const { blank, frames } = await tab.page.evaluate(readWatched)
  const empty = Math.round((blank / Math.max(1, frames.length / 4)) * 100)
  const beside = `${(fps / reference.fps).toFixed(2)} of plain text's ${reference.fps.toFixed(0)}; ${(work / frames.length).toFixed(1)} ms of work a frame, the longest ${Math.round(longest)} ms, ${empty} % of frames without rows`
  return { what: 'scrolling, five seconds', value: fps, unit: 'fps', target: 55, limit: 50, least: true, beside }
}

/**
 * Time from a key press until the filtered list is painted; the slowest of ten. A key that does not change the result is ignored.
 */
async function filter(tab: Tab): Promise<Figure> {
  const field = tab.page.locator('input[type=search]:visible').first()
  await field.click()
  const all: Millis[] = []
  for (const key of TYPED) all.push(await answerTo(tab.page, () => tab.page.keyboard.press(key)))
  await field.fill('')
  await tab.page.waitForTimeout(QUIET)
  const times = all.filter(Number.isFinite)
  const value = times.length * 2 > all.length ? Math.max(...times) : Infinity
  const beside = `each ${all.map((time) => (Number.isFinite(time) ? Math.round(time) : '–')).join(' ')}`
  return { what: 'filter as one types, worst of ten', value, unit: 'ms', target: 70, limit: 100, beside }
}

async function pressed({ page }: Tab): Promise<Figure[]> {
  await page.locator('[role=list] [data-file]').first().focus()
  const all = await answerTo(page, () => page.keyboard.press('Control+a'))
  await page.keyboard.press('Escape')
  await page.waitForTimeout(QUIET)
  const sorted = await answerTo(page, () =>
    page
      .getByRole('button', { name: /^Title/ })
      .first()
      .click(),
  )
  await page.getByRole('button', { name: /^Date/ }).first().click()
  await page.waitForTimeout(QUIET)
  return [
    { what: 'select all', value: all, unit: 'ms', target: 150, limit: 400 },
    { what: 'sort by name', value: sorted, unit: 'ms', target: 300, limit: 800 },
  ]
}

function memory(ours: TabMemory, theirs: TabMemory): Figure[] {
  const of = (value: number, reference: number) =>
    `${(value / reference).toFixed(1)} of the bare page's ${(reference / MiB).toFixed(1)} MB`
  const held = { unit: 'MB', target: 120, limit: 150 }
  return [
    { what: 'memory: objects of its scripts', value: ours.heap / MiB, ...held, beside: of(ours.heap, theirs.heap) },
    { what: 'memory: the whole tab', value: ours.whole / MiB, ...held, beside: of(ours.whole, theirs.whole) },
  ]
}

/** Time until a recording renamed in one tab is renamed in another, and whether the other tab fetched a list again. */
async function live(browser: Browser, tab: Tab, who: Signed): Promise<Figure[]> {
  const asked: string[] = []
  const other = await open(browser, who, asked)
  await other.page.goto(who.url + ALL_FILES)
  await whole(other)
  asked.length = 0
  const name = `Renamed after ${Math.round(performance.now())}`
  const row = tab.page.locator('[role=list] [data-file]').first()
  await row.scrollIntoViewIfNeeded()
  await row.focus()
  await tab.page.keyboard.press('F2')
  await tab.page.keyboard.press('Control+a')
  await tab.page.keyboard.type(name)
  const begun = performance.now()
  await tab.page.keyboard.press('Enter')
  await other.page.locator('[role=list] [data-file]').filter({ hasText: name }).first().waitFor({ timeout: 10_000 })
  const took = performance.now() - begun
  await other.page.waitForTimeout(QUIET)
  const lists = asked.filter((address) => /\/file\/(page|simple|list)\b/.test(address))
  const changes = asked.filter((address) => address.includes('/file/changes')).length
  if (lists.length > 0) console.log(`  the other window fetched ${lists.join(' ')}`)
  await other.context.close()
  return [
    { what: 'a name given in one window, seen in another', value: took, unit: 'ms', target: 1000, limit: 2000 },
    { what: 'lists fetched again for it', value: lists.length, unit: '', target: 0, limit: 0 },
    { what: 'changes asked for instead', value: changes, unit: '', target: 1, limit: 1, least: true },
  ]
}

/** Counts calls of the old endpoint that returns everything. The page must not use it. */
function wholeLists(asked: readonly string[]): Figure {
  const isWhole = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://here')
    return pathname.endsWith('/file/simple/web') && Number(searchParams.get('limit') ?? 99_999) > 1000
  }
  return { what: 'calls for the whole list at once', value: asked.filter(isWhole).length, unit: '', target: 0, limit: 0 }
}

/** Measures an empty page: the memory of its tab and how smoothly plain text scrolls. */
async function bareTab(browser: Browser, address: string): Promise<{ memory: TabMemory; fps: number }> {
  const tab = await open(browser, { url: address, token: '' })
  await tab.page.goto(address)
  const bare = await memoryOf(browser, tab.page)
  const lines = Array.from({ length: 2000 }, (_, n) => `<div role="listitem" style="height:72px">Line ${n}</div>`).join('')
  await tab.page.setContent(`<div role="list" style="height:100vh;overflow-y:auto">${lines}</div>`)
  await tab.page.evaluate(watchList)
  const { fps } = await framesWhileScrolling(tab)
  await tab.context.close()
  return { memory: bare, fps }
}

async function framesWhileScrolling({ page, devtools }: Tab): Promise<{ fps: number; longest: Millis }> {
  const box = await page.locator('[role=list]').first().boundingBox()
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const gesture = { ...at, yDistance: -SPEED * (SCROLLED / 1000), speed: SPEED, gestureSourceType: 'mouse', preventFling: true }
  await page.evaluate(setWatched, { frames: [], scrolls: true })
  await devtools.send('Input.synthesizeScrollGesture', gesture as never)
  await page.evaluate(setWatched, { scrolls: false })
  const { frames } = await page.evaluate(readWatched)
  const gaps = frames.slice(1).map((frame, n) => frame - (frames[n] ?? frame))
  const span = (frames.at(-1) ?? 0) - (frames[0] ?? 0)
  return { fps: span > 0 ? (gaps.length / span) * 1000 : 0, longest: Math.max(0, ...gaps) }
}

/** Time from the last press until the last frame in which the list changed. Infinity when nothing changed. */
async function answerTo(page: Page, press: () => Promise<void>): Promise<Millis> {
  await page.evaluate(setWatched, { pressed: 0, changed: 0 })
  await press()
  await page.waitForTimeout(ANSWERED)
  const { pressed: from, changed } = await page.evaluate(readWatched)
  return changed > from && from > 0 ? changed - from : Infinity
}

/** CPU time of the tab's main thread so far. It is the only value that is comparable on a busy machine. */
async function workOf({ devtools }: Tab): Promise<Millis> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function rowsPainted(page: Page): Promise<{ rows: Millis; pressed: Millis }> {
  await page.waitForFunction(areRowsPainted)
  return page.evaluate(readWatched)
}

/** Resolves when every page of the library has been loaded. */
async function whole({ page, asked }: Tab): Promise<void> {
  await rowsPainted(page)
  for (let before = -1; before !== asked.length;) {
    before = asked.length
    await page.waitForTimeout(2000)
  }
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
const holds = ({ value, limit, least }: Figure): boolean => (least ? value >= limit : value <= limit)

function print({ what, value, unit, target, limit, least = false, beside }: Figure): void {
  const verdict = least ? verdictOn(-value, { target: -target, limit: -limit }) : verdictOn(value, { target, limit })
  const shown = `${Number.isFinite(value) ? value.toFixed(unit === 'MB' ? 1 : 0) : 'never'} ${unit}`
  console.log(
    `${shown.padStart(10)} ${String(target).padStart(6)} ${String(limit).padStart(6)}  ${verdict}  ${what}${beside ? `, ${beside}` : ''}`,
  )
}
