import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordErrorRate } from '#test/fixtures/wordErrorRate.ts'
import { POPUP_RULES, axeFindings } from '#test/browser/axeFindings.ts'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'

let dir: string
let running: RunningEarshot
let context: BrowserContext
let page: Page
const pageErrors: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-first-'))
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), LOG_LEVEL: 'error' })
  const browser = await sharedBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  page.on('response', (response) => response.status() >= 400 && pageErrors.push(`${response.status()} ${response.url()}`))
  page.on('pageerror', (error) => pageErrors.push(String(error)))
})
afterAll(async () => {
  await context.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

const transcriptText = async (): Promise<string> => {
  await page.getByRole('tab', { name: 'Transcript', exact: true }).click()
  const panel = page.getByRole('tabpanel', { name: 'Transcript', exact: true })
  // The timestamps are rendered before the text.
  await expect.poll(() => panel.innerText()).toMatch(/best of times/)
  return panel.innerText()
}

describe('the first use of an empty server (B§1)', () => {
  it('creates the first account', async () => {
    await page.goto(running.url)
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Email').fill('lena@example.org')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Your name' }).waitFor()
    await page.getByRole('heading', { name: 'A Tale of Two Cities' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  it('shows the sample recording with the transcript this server made', async () => {
    await page.getByRole('link', { name: /^(Listen along|Read it)$/ }).click()
    await page.getByRole('heading', { name: 'A Tale of Two Cities' }).waitFor()
    await page.getByRole('heading', { name: 'Key sentences' }).waitFor({ timeout: 60_000 })
    const referenceText = await readFile('test/fixtures/two-cities.txt', 'utf8')
    const recognisedText = (await transcriptText()).replace(/^\d+:\d\d$/gm, '')
    expect(wordErrorRate(referenceText, recognisedText.slice(recognisedText.indexOf('It was')))).toBeLessThan(0.1)
    expect(await axeFindings(page)).toEqual([])
  })

  it('uploads a recording and shows its summary and transcript', async () => {
    await page.getByRole('button', { name: 'New recording' }).click()
    expect(await axeFindings(page, POPUP_RULES)).toEqual([])
    await page.getByRole('menuitem', { name: /Upload/ }).click()
    await page.getByRole('dialog', { name: 'Upload' }).waitFor()
    await page.locator('input[type=file]').setInputFiles('test/fixtures/two-cities.wav')
    await page.getByRole('button', { name: /^(Open|Read summary): / }).waitFor({ timeout: 60_000 })
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: /^Open/ }).click()
    await page.getByRole('heading', { name: 'two-cities' }).waitFor()
    // The tab appears when the recording is transcribed.
    await page.getByRole('tab', { name: 'Overview', exact: true }).click({ timeout: 60_000 })
    await page.getByRole('heading', { name: 'Key sentences' }).waitFor({ timeout: 60_000 })
    // It was shown by the dialog and then by the page.
    expect(await page.getByText(/two-cities.* is ready/).count()).toBe(0)
    expect(await transcriptText()).toMatch(/best of times/)
  })

  it('plays from the second of a citation', async () => {
    await page.getByRole('tab', { name: 'Overview', exact: true }).click()
    const panel = page.getByRole('tabpanel', { name: 'Overview', exact: true })
    const citation = panel
      .getByRole('link', { name: /\d:\d\d/ })
      .or(panel.getByRole('button', { name: /\d:\d\d/ }))
      .last()
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec(await citation.innerText()) ?? []
    await citation.click()
    const startSecond = Number(minutes) * 60 + Number(seconds)
    const currentSecond = async () => Number(await page.getByRole('slider').getAttribute('aria-valuenow'))
    await expect.poll(currentSecond, { timeout: 10_000 }).toBeGreaterThan(startSecond)
  })

  it('pauses and plays with Space wherever the last click was, and stays open on Esc', async () => {
    const button = (name: string) => page.getByRole('region', { name: 'Player' }).getByRole('button', { name, exact: true })
    await button('Pause').waitFor()
    await page.keyboard.press('Space')
    await button('Play').waitFor()
    await page.getByRole('link', { name: 'two-cities' }).click()
    await page.keyboard.press('Space')
    await button('Pause').waitFor()
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    const address = page.url()
    await page.keyboard.press('Escape')
    await page.keyboard.press('k')
    await button('Play').waitFor()
    expect(page.url()).toBe(address)
  })

  it('renames the recording and lists it under the new name', async () => {
    await page.getByRole('heading', { level: 1, name: 'two-cities' }).waitFor()
    await page.getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: /rename/i }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Dickens')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Dickens' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /Dickens/ }).count()).toBeGreaterThan(0)
  })

  it('moves the recording to the trash and goes to all files (B§2)', async () => {
    await page.getByRole('button', { name: /more/i }).last().click()
    await page.getByRole('menuitem', { name: /trash/i }).click()
    await page.waitForURL(/\/file-list\?categoryId=allFiles/)
    expect(await axeFindings(page)).toEqual([])
  })

  it('signs out, after which the library requires sign-in', async () => {
    await page.getByRole('button', { name: /lena/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/login/)
    await page.goto(`${running.url}/file-list`)
    await expect.poll(() => page.url()).toMatch(/\/login\?from_url=/)
  })

  it('logs no errors to the console', () => {
    expect(pageErrors).toEqual([])
  })
})
