import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

export type BrowserOptions = {
  args?: readonly string[]
  /** Whether pages may have a service worker; without, each journey sees the server it was begun with. */
  serviceWorkers?: 'allow' | 'block'
}

/** A Chromium: the one at CHROME_PATH, or the one that comes with the packages. Close it when done. */
export async function launchBrowser({ args = [], serviceWorkers = 'block' }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = process.env['CHROME_PATH'] ?? (await sparticuz.executablePath())
  const always = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath, args: [...always, ...args] })
  const newContext = browser.newContext.bind(browser)
  return Object.assign(browser, {
    newContext: (options: Parameters<Browser['newContext']>[0]) => newContext({ serviceWorkers, ...options }),
  })
}
