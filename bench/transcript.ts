import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startEarshot } from '#test/process/startEarshot.ts'
import { launchBrowser } from '#test/browser/launchBrowser.ts'
import { LONGEST, seedTranscripts } from '#dev/seed/seedTranscripts.ts'
import { paths } from '#shared/paths.ts'
import { type Figure, isWithinLimit, printFigure } from './figures.ts'
import { openSignedInContext } from './signedInContext.ts'
import { framesWhileScrolling, observeKeys, readKeyTimes } from './transcriptTimings.ts'

const SLOWDOWN = 4
const ACCOUNT = { email: 'transcript@example.org', password: 'correct horse' }
/** Typed with a pause after each word. */
const TYPED = 'The bridge at Bwera is closed until the inspectors have been, and the clinic waits for the rest of it.'.split(' ')
const KEY_DELAY = 90
/** Text is saved 1.5 s after the last key. The next key comes before, during or after the save. */
const PAUSES = [1450, 1510, 1550, 1600, 1650, 1700, 1800, 2000]
const SAVE_PAUSE = 2500

/**
 * Measures a transcript of 100,000 words and twelve speakers in a browser slowed down to a quarter of this processor's speed,
 * compared with an empty page with a field and 2,000 lines of plain text.
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const settings = { PORT: '4394', DATA_DIR: dir, LOG_LEVEL: 'error', WELCOME: 'off', CALLS_PER_MINUTE: '0' }
  try {
    await using running = await startEarshot(settings)
    const { token } = await seedTranscripts(settings, ACCOUNT, [LONGEST])
    const figures = await measure(running.url, token)
    console.log('     value target  limit  at a quarter of this processor')
    for (const figure of figures) printFigure(figure)
    if (!figures.every(isWithinLimit)) process.exitCode = 1
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function measure(url: string, token: string): Promise<Figure[]> {
  const browser = await launchBrowser({ reducedMotion: 'no-preference' })
  try {
    const context = await openSignedInContext(browser, token)
    await context.addInitScript(observeKeys)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const plain = await measurePlainPage(page)
    await page.goto(url + paths.fileList({ categoryId: 'allFiles' }))
    await page.locator('[data-row] [data-file]').filter({ hasText: LONGEST.filename }).click()
    await page.getByRole('tab', { name: 'Transcript', exact: true }).click()
    await page.locator('[role=tabpanel] [role=listitem]').first().waitFor()
    const scrolling = await framesWhileScrolling(page, devtools, '[role=tabpanel] [role=list]')
    const finding = await timeFindBar(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const typing = await timeTyping(page, page.getByRole('textbox', { name: 'Text of the paragraph' }).nth(3))
    return [
      {
        what: 'scrolling, five seconds',
        value: scrolling.fps,
        unit: 'fps',
        target: 55,
        limit: 50,
        isMinimum: true,
        comparison: `${(scrolling.fps / plain.fps).toFixed(2)} of plain text's ${plain.fps.toFixed(0)}, the longest frame ${Math.round(scrolling.longest)} ms`,
      },
      keyFigure('a key typed in a paragraph', typing, plain.keys),
      keyFigure('a key typed in the find bar', finding, plain.keys),
    ]
  } finally {
    await browser.close()
  }
}

/** Returns the 95th percentile. */
function keyFigure(what: string, times: readonly number[], plain: readonly number[]): Figure {
  const comparison = `95th of ${times.length}; median ${median(times).toFixed(0)}, longest ${Math.max(...times).toFixed(0)}; an empty page's field ${percentile(plain, 0.95).toFixed(0)}`
  return { what, value: percentile(times, 0.95), unit: 'ms', target: 40, limit: 50, comparison }
}

async function timeTyping(page: Page, field: ReturnType<Page['locator']>): Promise<number[]> {
  await field.click()
  await page.waitForTimeout(SAVE_PAUSE)
  await page.evaluate(readKeyTimes)
  for (const [index, word] of TYPED.entries()) {
    await page.keyboard.type(`${word} `, { delay: KEY_DELAY })
    await page.waitForTimeout((PAUSES[index % PAUSES.length] ?? 0) - KEY_DELAY)
  }
  return page.evaluate(readKeyTimes)
}

async function timeFindBar(page: Page): Promise<number[]> {
  await page.keyboard.press('Control+f')
  await page.waitForTimeout(SAVE_PAUSE)
  await page.evaluate(readKeyTimes)
  for (const text of ['bridge', 'Kasese', 'the inspectors']) {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text, { delay: KEY_DELAY })
    await page.waitForTimeout(SAVE_PAUSE)
  }
  return page.evaluate(readKeyTimes)
}

async function measurePlainPage(page: Page): Promise<{ fps: number; keys: number[] }> {
  const lines = Array.from({ length: 2000 }, (_, n) => `<p role="listitem" style="height:72px">Line ${n}</p>`).join('')
  await page.goto('data:text/html,<input>')
  const keys = await timeTyping(page, page.locator('input'))
  const devtools = await page.context().newCDPSession(page)
  await page.setContent(`<div role="list" style="height:90vh;overflow-y:auto">${lines}</div>`)
  const { fps } = await framesWhileScrolling(page, devtools, '[role=list]')
  return { fps, keys }
}

const sorted = (all: readonly number[]): number[] => all.toSorted((a, b) => a - b)
const percentile = (all: readonly number[], share: number): number =>
  sorted(all)[Math.floor((all.length - 1) * share)] ?? Infinity
const median = (all: readonly number[]): number => percentile(all, 0.5)

if (import.meta.main) await run()
