import type { Browser, BrowserContext } from 'playwright-core'
import { storeValues } from '#test/browser/storeValues.ts'

/** Opens a browser context of 1440 by 900 px whose pages are signed in and whose cookie notice has been answered. */
export async function openSignedInContext(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  await storeValues(context, { tokenstr: token, consent: { statistics: false } })
  return context
}
