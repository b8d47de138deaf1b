import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { readLayoutShifts, recordLayoutShifts } from '#test/browser/layoutShifts.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { SHARED_SEGMENTS, SHARED_SUMMARY } from '#test/server/openShare.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { createToneWav } from '../fixtures/sound/createToneWav.ts'
import { sharedEarshot } from './sharedEarshot.ts'

let user: User
let fileId: string
let ownerPage: Page
let ownerContext: BrowserContext
const pageErrors: string[] = []

beforeAll(async () => {
  user = await signUp(sharedEarshot.url, 'sharing')
  await user.me.changeSettings({ body: { transcribe_new: 'off', nickname: 'Lena Brandt' } })
  fileId = (await uploadRecording(user, createToneWav(30), { name: 'Interview with Dr. Okafor' })).id
  await user.files.change({
    params: { id: fileId },
    body: { trans_result: SHARED_SEGMENTS, ai_content: SHARED_SUMMARY },
  })
  const browser = await sharedBrowser()
  ownerContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    permissions: ['clipboard-write'],
  })
  ownerContext.setDefaultTimeout(15_000)
  await storeValues(ownerContext, { tokenstr: user.token, consent: { statistics: false } })
  ownerPage = await ownerContext.newPage()
  watch(ownerPage)
})
afterAll(async () => {
  await ownerContext.close()
})

function watch(page: Page): void {
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  page.on('pageerror', (error) => pageErrors.push(String(error)))
}

const dialog = () => ownerPage.getByRole('dialog', { name: 'Share' })

/** Makes a change, and waits until the server has saved it. */
async function saved(change: () => Promise<unknown>): Promise<void> {
  const response = ownerPage.waitForResponse(
    (each) => each.url().includes('/api/share/link') && each.request().method() !== 'GET',
  )
  await change()
  expect((await response).status()).toBe(200)
}

async function openPage(address: string, options: { javaScriptEnabled?: boolean; phone?: boolean; dark?: boolean } = {}) {
  const { javaScriptEnabled = true, phone = false, dark = false } = options
  const context = await (
    await sharedBrowser()
  ).newContext({
    javaScriptEnabled,
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    locale: 'en-US',
    colorScheme: dark ? 'dark' : 'light',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  })
  context.setDefaultTimeout(15_000)
  await recordLayoutShifts(context)
  const page = await context.newPage()
  watch(page)
  await page.goto(address)
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

describe('sharing a recording (A§2, A§6)', () => {
  let url: string

  it('creates a link in the dialog, and copies it', async () => {
    await ownerPage.goto(sharedEarshot.url + paths.file(fileId))
    await ownerPage.getByRole('button', { name: 'Share' }).click()
    await dialog().getByRole('button', { name: 'Create a link' }).click()
    await dialog().getByRole('button', { name: 'Copy link' }).click()
    await ownerPage.getByText('Link copied').waitFor()
    url = await dialog().getByRole('textbox', { name: 'Address' }).inputValue()
    expect(new URL(url).pathname).toMatch(/^\/share\/[\w-]{24}$/)
    expect(await axeFindings(ownerPage)).toEqual([])
  })

  it.each([{ dark: false }, { dark: true, phone: true }])('can be read without JavaScript: %j', async (look) => {
    await using opened = await openPage(url, { ...look, javaScriptEnabled: false })
    const { page } = opened
    await page.getByRole('heading', { level: 1, name: 'Interview with Dr. Okafor' }).waitFor()
    expect(await page.getByText('The nurses stayed.').isVisible()).toBe(true)
    expect(await page.locator('audio[controls]').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: /Play|Text size/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Report', exact: true }).getAttribute('href')).toBe(
      `${new URL(url).pathname}/report`,
    )
    await page.getByRole('link', { name: '0:20', exact: true }).click()
    expect(new URL(page.url()).hash).toBe('#p20000')
  })

  it('plays with JavaScript and highlights the spoken words, without axe findings or layout shifts', async () => {
    for (const look of [{}, { dark: true }, { phone: true }]) {
      await using opened = await openPage(url, look)
      const { page } = opened
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      expect((await readLayoutShifts(page)).shift).toBeLessThan(0.02)
      if ('phone' in look) continue
      await page.getByRole('link', { name: 'Play from 0:10' }).click()
      await page.locator('.seg.now[data-s="10000"]').waitFor()
      await page.getByRole('button', { name: 'Pause' }).click()
      expect(await page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext')).toBe('0:10')
      expect(await page.evaluate(() => [...CSS.highlights.keys()])).toEqual(['spoken'])
    }
  })

  it('can be reported to the operator without JavaScript, also on a phone', async () => {
    for (const look of [{}, { dark: true, phone: true }]) {
      await using opened = await openPage(`${url}/report`, look)
      await opened.page.getByRole('heading', { name: 'Report this recording' }).waitFor()
      expect(await axeFindings(opened.page)).toEqual([])
    }
    await using opened = await openPage(`${url}/report`, { phone: true, javaScriptEnabled: false })
    const { page } = opened
    await page.getByRole('radio', { name: 'Something else' }).check()
    await page.getByLabel('Details (optional)').fill('It shows my address.')
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.getByRole('heading', { name: 'Report sent' }).waitFor()
    await page.getByRole('link', { name: 'Back to the recording' }).waitFor()
  })

  it('shares a clip, hides names, and requires a password', async () => {
    await saved(() => dialog().getByRole('radio', { name: 'Clip' }).click())
    const end = dialog().getByRole('textbox', { name: 'End of the clip' })
    await end.fill('0:20')
    await saved(() => end.press('Enter'))
    const start = dialog().getByRole('slider', { name: 'Start of the clip' })
    await start.focus()
    await saved(() => ownerPage.keyboard.press('PageUp'))
    expect(await start.getAttribute('aria-valuetext')).toBe('0:10')
    await saved(() => dialog().getByRole('switch', { name: 'Hide speakers’ names' }).click())
    await dialog().getByRole('switch', { name: 'Password' }).click()
    await dialog().getByLabel('New password').fill('rains')
    await saved(() => dialog().getByRole('button', { name: 'Set', exact: true }).click())
    expect(await axeFindings(ownerPage)).toEqual([])

    await using opened = await openPage(url, { javaScriptEnabled: false })
    const { page } = opened
    const main = page.locator('main')
    await page.getByRole('heading', { name: 'This recording has a password' }).waitFor()
    expect(await axeFindingsWithoutScript(url)).toEqual([])
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('Wrong password').waitFor()
    await page.getByLabel('Password').fill('rains')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'Interview with Speaker 2' }).waitFor()
    const text = await main.innerText()
    expect(text).toContain('The nurses stayed. Thank you, Speaker 1, for the question.')
    expect(text).not.toMatch(/You said in spring|who pays|Okafor|Lena/)
    pageErrors.splice(0)
  })

  it('shows its views, and is unavailable at once when it is revoked', async () => {
    await ownerPage.reload()
    await ownerPage.getByRole('button', { name: 'Share' }).click()
    await dialog().getByText('Chrome on Linux').first().waitFor()
    await dialog().getByText('Read and listened').first().waitFor()
    await saved(() => dialog().getByRole('button', { name: 'Revoke link' }).click())
    await using opened = await openPage(url)
    await opened.page.getByRole('heading', { name: 'Recording not available' }).waitFor()
    expect(await axeFindings(opened.page)).toEqual([])
    await saved(() => ownerPage.getByRole('button', { name: 'Undo' }).click())
    await opened.page.reload()
    await opened.page.getByRole('heading', { name: 'This recording has a password' }).waitFor()
    // The browser logs the missing page as an error.
    expect(pageErrors.filter((error) => !error.includes('404'))).toEqual([])
  })
})

describe('the service worker of the app', () => {
  it('does not handle or cache the page of a link', async () => {
    const { data } = await user.share.create({ params: { id: fileId }, body: {} })
    const context = await (await sharedBrowser()).newContext({ serviceWorkers: 'allow', locale: 'en-US' })
    const page = await context.newPage()
    await page.goto(sharedEarshot.url + paths.privacy())
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.goto(data.url ?? '')
    await page.getByText('The nurses stayed.').waitFor()
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    const cached = await page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
      const requests = await Promise.all(stores.map((store) => store.keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cached.filter((path) => path.startsWith('/share'))).toEqual([])
    await user.share.change({ params: { link_id: data.link_id }, body: { revoked: true } })
    await page.reload()
    await page.getByRole('heading', { name: 'Recording not available' }).waitFor()
    await page.goBack()
    await page.goForward()
    await page.getByRole('heading', { name: 'Recording not available' }).waitFor()
    await context.close()
  })
})

/** Axe needs JavaScript, so the page is opened again with JavaScript enabled. */
async function axeFindingsWithoutScript(address: string): Promise<unknown> {
  await using opened = await openPage(address, { phone: true })
  return await axeFindings(opened.page)
}
