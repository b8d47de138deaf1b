import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

export type BrowserOptions = {
  args?: readonly string[]
  /** Whether pages may have a service worker. Blocked by default, so that each test sees the server it started. */
  serviceWorkers?: 'allow' | 'block'
}

/** Launches Chromium from CHROME_PATH or from the npm package. The caller closes it. */
export async function launchBrowser({ args = [], serviceWorkers = 'block' }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = process.env['CHROME_PATH'] ?? (await sparticuz.executablePath())
  const defaultArgs = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath, args: [...defaultArgs, ...args] })
  const newContext = browser.newContext.bind(browser)
  return Object.assign(browser, {
    newContext: (options: Parameters<Browser['newContext']>[0]) => newContext({ serviceWorkers, ...options }),
  })
}
