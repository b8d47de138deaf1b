import type { Browser, BrowserContext } from 'playwright-core'

/** Opens a browser context of 1440 by 900 px whose pages are signed in and have answered the cookie notice. */
export async function openSignedInContext(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  await context.addInitScript((value) => {
    try {
      localStorage.setItem('earshot_tokenstr', JSON.stringify({ value, expires: null }))
      localStorage.setItem('earshot_consent', JSON.stringify({ value: { statistics: false }, expires: null }))
    } catch {
      // A blank page has no storage.
    }
  }, token)
  return context
}
