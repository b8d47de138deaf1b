import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signUp } from '#test/server/user.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { sharedEarshot } from './sharedEarshot.ts'

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
    const { url } = sharedEarshot
    const user = await signUp(url, 'consent')
    const browser = await sharedBrowser()
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 } })
    const page = await context.newPage()
    await page.goto(`${url}/privacy`)
    await page.evaluate(
      (token) => localStorage.setItem('earshot_tokenstr', JSON.stringify({ value: token, expires: null })),
      user.token,
    )
    // Analytics start as soon as the server has reported that it collects them. The notice also waits for that.
    for (const address of ['/file-list?categoryId=allFiles', '/search', '/']) {
      await page.goto(url + address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Allow analytics' }).waitFor()
      expect(await findTag(page)).toEqual([])
    }

    await page.getByRole('button', { name: 'Allow analytics' }).click()
    await expect.poll(() => findTag(page), { timeout: 20_000 }).toEqual(['local storage', 'database', 'cookie'])

    await page.goto(`${url}/cookie-policy`)
    await page.getByRole('button', { name: 'Change my choice' }).click()
    await page.getByRole('button', { name: 'Only necessary' }).click()
    await expect.poll(() => findTag(page), { timeout: 20_000 }).toEqual([])
    expect(await page.getByRole('region', { name: 'Cookies and storage' }).count()).toBe(0)
    await context.close()
  })
})
