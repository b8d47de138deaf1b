import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { findLayoutShifts, recordLayoutShifts } from '#test/browser/layoutShifts.ts'
import { launchBrowser } from '../browser/launchBrowser.ts'

/** Chromium's fake microphone, which plays a 44-second recording, with the permission granted. */
const SPEAKING_MICROPHONE = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${resolve('test/fixtures/two-cities.wav')}`,
]
const MAX_CLICKS = 14

let dir: string
let running: RunningEarshot
let browser: Browser
let page: Page
let clicks = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-ten-minutes-'))
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), LOG_LEVEL: 'error' })
  browser = await launchBrowser({ args: SPEAKING_MICROPHONE })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await recordLayoutShifts(context)
  // The cookie notice appears on the second visit; consent.test.ts covers it.
  await context.addInitScript(() => {
    if (location.origin !== 'null')
      localStorage.setItem('earshot_consent', JSON.stringify({ value: { statistics: false }, expires: null }))
  })
  page = await context.newPage()
})
afterAll(async () => {
  await browser.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

async function click(locator: ReturnType<Page['getByRole']>): Promise<void> {
  await locator.click()
  clicks += 1
}

describe('the first ten minutes, without layout shifts except on input', () => {
  it('begin with an account, while the sample is being prepared', async () => {
    await page.goto(running.url)
    await page.getByLabel('Email').fill('lena@example.org')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.keyboard.press('Enter')
    const sample = page.getByRole('region', { name: /sample/ })
    await sample.getByRole('heading', { name: 'A Tale of Two Cities' }).waitFor()
    await page.getByRole('textbox', { name: 'Your name' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: /, Lena$/ }).waitFor()
    await sample.getByRole('link', { name: 'Read it' }).waitFor({ timeout: 60_000 })
    expect(await findLayoutShifts(page)).toEqual([])
  })

  it('record speech, whose text appears on the page that Stop opens', async () => {
    await click(page.getByRole('main').getByRole('button', { name: /^Record/ }))
    await click(page.getByRole('dialog').getByRole('button', { name: 'Start recording' }))
    const recorderBar = page.getByRole('region', { name: 'Recording in progress' })
    await expect.poll(() => recorderBar.getByRole('timer').innerText(), { timeout: 30_000 }).toMatch(/0:1\d/)
    await click(recorderBar.getByRole('button', { name: 'Stop' }))
    await page.waitForURL(/\/file\/[0-9a-f]{32}/, { timeout: 20_000 })
    await page.getByRole('main').getByText(/times/).first().waitFor({ timeout: 60_000 })
    await page.getByText('Too short for an overview. This is what was said:').waitFor({ timeout: 60_000 })
  })

  it('play a sentence of the summary', async () => {
    await click(
      page
        .getByRole('tabpanel')
        .first()
        .getByRole('button', { name: /\d:\d\d/ })
        .first(),
    )
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).waitFor()
    expect(await findLayoutShifts(page)).toEqual([])
  })

  it('fix its title, find it again and copy its text, with at most fourteen clicks in all', async () => {
    await click(page.getByRole('heading', { level: 1 }).getByRole('button'))
    await page.keyboard.type('The best of times')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'The best of times' }).waitFor()
    await click(page.getByRole('link', { name: 'Home', exact: true }))
    await page.getByRole('region', { name: 'Playing in the background' }).waitFor()
    await click(page.getByRole('button', { name: /^Search or go to/ }))
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('best of')
    await page.getByRole('option', { name: /The best of times/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'The best of times' }).waitFor()
    await click(page.getByRole('region', { name: 'Transcript' }).getByRole('button', { name: 'Copy transcript' }))
    await page.getByText('Transcript copied').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('Control+v')
    await expect.poll(() => page.getByRole('combobox').inputValue()).toMatch(/best of times/i)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS)
  })

  it('continue with an upload, another theme and another language', async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Upload/ })
      .click()
    await page.locator('input[type=file]').setInputFiles('test/fixtures/two-cities.wav')
    await page.getByRole('button', { name: /^(Open|Read summary): / }).waitFor({ timeout: 60_000 })
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('link', { name: 'two-cities' }).waitFor()
    // The sample and the upload: the summary of the recording arrived while its page was open.
    await expect.poll(() => page.getByRole('main').getByText('New', { exact: true }).count(), { timeout: 60_000 }).toBe(2)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: /Lena/ }).click()
    await page.getByRole('menuitem', { name: 'Language' }).click()
    expect(await findLayoutShifts(page)).toEqual([])
    // Another language moves texts and weekdays once its messages are loaded.
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Zuletzt verwendet' }).waitFor()
    await page.reload()
    await page.getByRole('main').getByRole('link', { name: 'two-cities' }).waitFor()
    expect(await findLayoutShifts(page)).toEqual([])
  })
})
