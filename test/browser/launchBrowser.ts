import sparticuz from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, type LaunchOptions, chromium } from 'playwright-core'

export type BrowserOptions = {
  args?: readonly string[]
  /** Whether pages may have a service worker. Blocked by default, so that each test sees the server it started. */
  serviceWorkers?: 'allow' | 'block'
  /** Reduced by default, so that no test depends on the end of an animation. */
  reducedMotion?: 'reduce' | 'no-preference'
}

/** Returns the options that start Chromium from CHROME_PATH or from the npm package. */
export async function chromiumOptions(args: readonly string[] = []): Promise<LaunchOptions> {
  const executablePath = process.env['CHROME_PATH'] ?? (await sparticuz.executablePath())
  return { executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...args] }
}

/** Launches Chromium with these defaults for its contexts. The caller closes it. */
export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const { args = [], serviceWorkers = 'block', reducedMotion = 'reduce' } = options
  const browser = await chromium.launch(await chromiumOptions(args))
  const newContext = browser.newContext.bind(browser)
  return Object.assign(browser, {
    newContext: (contextOptions: BrowserContextOptions = {}) => newContext({ serviceWorkers, reducedMotion, ...contextOptions }),
  })
}

let launched: Promise<Browser> | undefined

/** Returns the browser that the test files of a worker share. It is closed with the worker. Each file closes its own contexts. */
export const sharedBrowser = (): Promise<Browser> => (launched ??= launchBrowser())
