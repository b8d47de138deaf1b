import { describe, expect, it } from 'vitest'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { sharedEarshot } from './sharedEarshot.ts'

const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'ja', 'ko', 'pt', 'zh-CN', 'zh-TW']

describe('a browser without JavaScript', () => {
  it.each(['/privacy', '/login'])('shows at %s, in all ten languages, that Earshot needs JavaScript', async (path) => {
    const browser = await sharedBrowser()
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(sharedEarshot.url + path)
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
