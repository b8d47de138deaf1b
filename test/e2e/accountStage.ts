import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Emulated, emulated } from '#test/idp/emulated.ts'
import { type OidcIssuer, oidcIssuer } from '#test/idp/oidcIssuer.ts'
import { axeFindings } from '#test/running/axeFindings.ts'
import { type Running, startEarshot } from '#test/running/startEarshot.ts'
import { freePort } from '#test/world/freePort.ts'
import { launchBrowser } from './browser.ts'

/** For `expect.poll`, whose default timeout of one second is too short on a busy machine. */
export const PATIENT = { timeout: 15_000 }

/** A running Earshot with four identity providers, and a Chromium. */
export type Stage = AsyncDisposable & {
  readonly url: string
  readonly dataDir: string
  readonly running: Running
  /** Opens a page in a new browser context with its own cookies and storage. */
  open: (options?: BrowserContextOptions) => Promise<Page>
  /** Opens another tab in the same context. */
  beside: (page: Page) => Promise<Page>
  /** Console errors of the pages of this server. */
  readonly troubles: string[]
  /**
   * Removes 401 errors from the list. After a session ended elsewhere, requests under way are refused and the browser logs that.
   */
  forgiveRefusals: () => void
  /** Adds a row to the table that is printed at the end. */
  walked: (what: string, found: string) => void
}

/** Starts the providers and then the server with their settings. Prints the table of results when disposed. */
export async function accountStage(settings: Record<string, string> = {}): Promise<Stage> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-account-'))
  const dataDir = join(dir, 'data')
  const { idps, house } = await providers()
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const ours = { PUBLIC_URL: url, EARSHOT_SCRIPTED: 'speech', SIGN_UP: 'open', WELCOME: 'off', LOG_LEVEL: 'warn' }
  const zapier = {
    ZAPIER_CLIENT_ID: 'zapier',
    ZAPIER_CLIENT_SECRET: 'only-for-tests',
    ZAPIER_REDIRECT_URI: 'http://127.0.0.1:9/back',
  }
  const running = await startEarshot({
    PORT: port,
    DATA_DIR: dataDir,
    ...ours,
    ...zapier,
    ...idps.settings,
    ...house.settings,
    ...settings,
  })
  const browser: Browser = await launchBrowser()
  const troubles: string[] = []
  const walk: Record<string, string>[] = []
  const listening = (page: Page): Page => {
    page.on('console', (message) => {
      // Errors on the providers' own pages do not count.
      const isOurs = message.location().url.startsWith(url) || page.url().startsWith(url)
      if (message.type() === 'error' && isOurs) troubles.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => page.url().startsWith(url) && troubles.push(String(error)))
    return page
  }
  return {
    url,
    dataDir,
    running,
    troubles,
    forgiveRefusals: () => {
      for (const text of troubles.filter((one) => one.includes('status of 401'))) troubles.splice(troubles.indexOf(text), 1)
    },
    open: async (options = {}) => {
      const viewport = { width: 1440, height: 900 }
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-US', ...options })
      context.setDefaultTimeout(15_000)
      return listening(await context.newPage())
    },
    beside: async (page) => listening(await page.context().newPage()),
    walked: (what, found) => void walk.push({ what, found }),
    [Symbol.asyncDispose]: async () => {
      console.table(walk)
      await browser.close()
      await running.stop()
      await idps[Symbol.asyncDispose]()
      await house[Symbol.asyncDispose]()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** A user the providers know: the address on the provider's button and the name this app shows. */
export type Known = readonly [email: string, name: string]

export const GINA: Known = ['gina@gmail.example', 'Gina']
export const TINA: Known = ['tina@gmail.example', 'Tina']
/** A second account at Google. */
export const SECOND: Known = ['second@gmail.example', 'Second']
export const ADA: Known = ['ada@apple.example', 'Ada']
export const MIA: Known = ['mia@outlook.example', 'Mia']
export const BEA: Known = ['bea@outlook.example', 'Bea']
export const HUGO: Known = ['hugo@house.example', 'Hugo']

/** Starts the providers with their users. */
async function providers(): Promise<{ idps: Emulated; house: OidcIssuer }> {
  const asUser = ([email, name]: Known) => ({ email, name })
  const idps = await emulated({
    google: [GINA, TINA, SECOND].map(asUser),
    apple: [ADA].map(asUser),
    microsoft: [MIA, BEA].map(asUser),
  })
  const house = await oidcIssuer({ name: 'House', accounts: [{ sub: 'hugo', ...asUser(HUGO), email_verified: true }] })
  return { idps, house }
}

/** Signs in with the provider's link on the sign-in page and on the provider's page. Resolves when the library is shown. */
export async function signInBy(page: Page, provider: string, [email, name]: Known): Promise<void> {
  await page.getByRole('link', { name: `Continue with ${provider}` }).click()
  await page.getByRole('button', { name: email }).click()
  await accountButton(page, name).waitFor()
}

/** The button with the name of the signed-in user. It appears when the user is known. */
export const accountButton = (page: Page, name: string): Locator =>
  page.locator('button[aria-haspopup=menu]:visible').filter({ hasText: name })

/** Signs out with the account menu. */
export async function signOut(page: Page, name: string): Promise<void> {
  await accountButton(page, name).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
}

/** Returns the session token stored in this browser, or null. */
export const tokenOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const kept = localStorage.getItem('earshot_tokenstr')
    return kept === null ? null : (JSON.parse(kept) as { value: string }).value
  })

/** Returns the id of the account this browser is signed in to. */
export async function accountOf(page: Page): Promise<string> {
  return decodeJwt((await tokenOf(page)) ?? '').sub ?? ''
}

/** Returns all addresses in the history of the page. */
export const historyOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { navigation } = globalThis as unknown as { navigation: { entries: () => { url: string }[] } }
    return navigation.entries().map(({ url }) => url)
  })

/** Returns the axe findings of the page in dark and light. */
export async function findingsIn(page: Page, rules: object = {}): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await axeFindings(page, rules)).map((finding) => `${colorScheme}: ${finding}`))
  }
  return found
}

/** Returns the newest code printed to the log for an address. Without a mail server, codes are logged. */
export async function codeFor(running: Pick<Running, 'output'>, email: string): Promise<string> {
  const find = () => {
    const line = running
      .output()
      .split('\n')
      .findLast((one) => one.includes(`would have gone to ${email}`))
    return /\b\d{6}\b/.exec((line && (JSON.parse(line) as { letter: string }).letter) ?? '')?.[0]
  }
  await expect.poll(find, { timeout: 15_000 }).toMatch(/^\d{6}$/)
  return find() ?? ''
}
