import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** A Chromium: the one at CHROME_PATH, or the one that comes with the packages. Close it when done. */
export async function launchBrowser({ args = [] }: { args?: readonly string[] } = {}): Promise<Browser> {
  const executablePath = process.env['CHROME_PATH'] ?? (await sparticuz.executablePath())
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...args] })
}
