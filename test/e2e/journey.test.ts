import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordErrorRate } from '#test/fixtures/wordErrorRate.ts'
import { type Running, startEarshot } from '#test/running/startEarshot.ts'
import { launchBrowser } from './browser.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** Content outside landmarks is a finding about whole pages; an open menu is a pop-up over one. */
const POPUP_RULES = { region: { enabled: false } }

let dir: string
let running: Running
let browser: Browser
let context: BrowserContext
let page: Page
const troubles: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-journey-'))
  running = await startEarshot({ PORT: '4394', DATA_DIR: join(dir, 'data'), LOG_LEVEL: 'error' })
  browser = await launchBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  page.on('pageerror', (error) => troubles.push(String(error)))
})
afterAll(async () => {
  await browser.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

/** The rules axe finds broken, with where. Animations end first: half-faded text has no contrast. */
async function findings(rules: object = {}): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(AXE, 'utf8'))
  return page.evaluate(async (asked) => {
    const { axe } = globalThis as unknown as { axe: { run: (on: Document, o: object) => Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> } }
    const { violations } = await axe.run(document, { rules: asked })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, rules)
}

const transcriptText = async (): Promise<string> => {
  await page.getByRole('tab', { name: 'Transcript', exact: true }).click()
  return page.getByRole('tabpanel').innerText()
}

describe('from an empty machine to a recording one can check', () => {
  it('makes the first account', async () => {
    await page.goto(running.url)
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
    expect(await findings()).toEqual([])
    await page.getByLabel('Email').fill('lena@example.org')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'lena' }).waitFor()
    expect(await findings()).toEqual([])
  })

  it('finds the sample recording there, and reads it as this server heard it', async () => {
    await page.getByRole('link', { name: /A Tale of Two Cities/ }).first().click()
    await page.getByRole('heading', { name: 'A Tale of Two Cities' }).waitFor()
    await page.getByRole('heading', { name: 'Highlights' }).waitFor({ timeout: 60_000 })
    const said = await readFile('test/fixtures/two-cities.txt', 'utf8')
    const heard = (await transcriptText()).replace(/^\d+:\d\d$/gm, '')
    expect(wordErrorRate(said, heard.slice(heard.indexOf('It was')))).toBeLessThan(0.1)
    expect(await findings()).toEqual([])
  })

  it('takes a real recording dropped into it, and a little later it is text', async () => {
    await page.getByRole('button', { name: 'New recording' }).click()
    expect(await findings(POPUP_RULES)).toEqual([])
    await page.getByRole('menuitem', { name: /Upload/ }).click()
    await page.getByRole('dialog', { name: 'Upload' }).waitFor()
    await page.locator('input[type=file]').setInputFiles('test/fixtures/two-cities.wav')
    await page.getByText('In your library').waitFor({ timeout: 60_000 })
    expect(await findings()).toEqual([])
    await page.getByRole('button', { name: /^Open/ }).click()
    await page.getByRole('heading', { name: 'two-cities' }).waitFor()
    await page.getByRole('tab', { name: 'Summary', exact: true }).click()
    await page.getByRole('heading', { name: 'Highlights' }).waitFor({ timeout: 60_000 })
    expect(await transcriptText()).toMatch(/best of times/)
  })

  it('plays from the second a citation names', async () => {
    await page.getByRole('tab', { name: 'Summary', exact: true }).click()
    const citation = page.getByRole('tabpanel').getByRole('link', { name: /\d:\d\d/ }).or(page.getByRole('tabpanel').getByRole('button', { name: /\d:\d\d/ })).last()
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec(await citation.innerText()) ?? []
    await citation.click()
    const at = Number(minutes) * 60 + Number(seconds)
    const second = async () => Number(await page.getByRole('slider').getAttribute('aria-valuenow'))
    await expect.poll(second, { timeout: 10_000 }).toBeGreaterThan(at)
  })

  it('renames it, and finds it under its new name', async () => {
    await page.getByRole('heading', { level: 1, name: 'two-cities' }).waitFor()
    await page.getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: /rename/i }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Dickens')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Dickens' }).waitFor()
    await page.getByRole('link', { name: /Dickens/ }).first().waitFor()
  })

  it('moves it to the trash and lands on all files (B§2)', async () => {
    await page.getByRole('button', { name: /more/i }).last().click()
    await page.getByRole('menuitem', { name: /trash/i }).click()
    await page.waitForURL(/\/file-list\?categoryId=allFiles/)
    expect(await findings()).toEqual([])
  })

  it('signs out, and the library asks who is there', async () => {
    await page.getByRole('button', { name: /lena/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/login/)
    await page.goto(`${running.url}/file-list`)
    await page.waitForURL(/\/login\?from_url=/)
  })

  it('said nothing wrong to the console on the way', () => {
    expect(troubles).toEqual([])
  })
})
