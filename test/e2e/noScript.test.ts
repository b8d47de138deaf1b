import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { launchBrowser } from '../browser/launchBrowser.ts'

const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'ja', 'ko', 'pt', 'zh-CN', 'zh-TW']

let dir: string
let running: RunningEarshot
let browser: Browser

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-no-script-'))
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

describe('a browser without JavaScript', () => {
  it.each(['/privacy', '/login'])('shows at %s, in all ten languages, that Earshot needs JavaScript', async (path) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(running.url + path)
    const paragraphs = page.locator('noscript p, .no-script p')
    await paragraphs.first().waitFor()
    const allParagraphs = await paragraphs.all()
    expect(await Promise.all(allParagraphs.map((paragraph) => paragraph.getAttribute('lang')))).toEqual(LANGUAGES)
    for (const paragraph of allParagraphs) expect(await paragraph.isVisible()).toBe(true)
    expect(await allParagraphs[0]?.textContent()).toContain('Earshot needs JavaScript')
    // Its position comes from the style sheet. A `style` attribute would violate the content security policy.
    expect(await page.locator('.no-script').evaluate((element) => getComputedStyle(element).maxWidth)).not.toBe('none')
    await context.close()
  })
})
