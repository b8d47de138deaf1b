import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { type User, signUp } from '#test/server/user.ts'
import { launchBrowser } from '../browser/launchBrowser.ts'

let dir: string
let running: RunningEarshot
let browser: Browser
let user: User

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-consent-'))
  const settings = { EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error', SIGN_UP: 'open', WELCOME: 'off' }
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings })
  browser = await launchBrowser()
  user = await signUp(running.url, 'lena')
})
afterAll(async () => {
  await browser.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Returns the places in which the analytics tag of this browser is stored. */
const findTag = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    [
      localStorage.getItem('earshot_user_tag') !== null && 'local storage',
      (await indexedDB.databases()).some(({ name }) => name === 'earshot') && 'database',
      document.cookie.includes('earshot_tag=') && 'cookie',
    ].filter((place) => place !== false),
  )

describe('analytics consent (A§7, A§9)', () => {
  it('stores no tag until analytics are allowed, and removes it when consent is withdrawn', async () => {
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 } })
    const page = await context.newPage()
    await page.goto(`${running.url}/privacy`)
    await page.evaluate(
      (token) => localStorage.setItem('earshot_tokenstr', JSON.stringify({ value: token, expires: null })),
      user.token,
    )
    await page.goto(running.url)
    await page.getByRole('button', { name: 'Allow counting' }).waitFor()
    // Analytics start as soon as the server has reported that it collects them. The notice waits for that too.
    await page.waitForTimeout(1500)
    expect(await findTag(page)).toEqual([])

    await page.getByRole('button', { name: 'Allow counting' }).click()
    await expect.poll(() => findTag(page), { timeout: 20_000 }).toEqual(['local storage', 'database', 'cookie'])

    await page.goto(`${running.url}/cookie-policy`)
    await page.getByRole('button', { name: 'Change my choice' }).click()
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await expect.poll(() => findTag(page), { timeout: 20_000 }).toEqual([])
    expect(await page.getByRole('region', { name: 'Cookies and storage' }).count()).toBe(0)
    await context.close()
  })
})
