import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { createClients, uploadRecording } from '#test/server/user.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type EmulatedProviders, startEmulatedProviders } from '#test/fakes/idp/emulatedProviders.ts'
import { type OidcIssuer, startOidcIssuer } from '#test/fakes/idp/oidcIssuer.ts'
import { axeFindings, axeThemeFindings } from '#test/browser/axeFindings.ts'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { sharedBrowser } from '../../browser/launchBrowser.ts'

/** For `expect.poll`, whose default timeout of one second is too short on a busy machine. */
export const POLL_OPTIONS = { timeout: 15_000 }

/** A running Earshot with four identity providers, and a Chromium. */
export type AccountHarness = AsyncDisposable & {
  readonly url: string
  readonly dataDir: string
  readonly running: RunningEarshot
  /** Opens a page in a new browser context with its own cookies and storage. */
  open: (options?: BrowserContextOptions) => Promise<Page>
  /** Opens another tab in the same context. */
  openTab: (page: Page) => Promise<Page>
  /** Console errors of the pages of this server. */
  readonly pageErrors: string[]
  /**
   * Removes 401 errors from the list. After a session has ended elsewhere, requests in flight are refused and the browser logs
   * that.
   */
  ignoreUnauthorized: () => void
  /** Adds a row to the table of results that is printed at the end. */
  addResult: (step: string, result: string) => void
}

/** Starts the providers and then the server with their settings. Prints the table of results when disposed. */
export async function startAccountHarness(settings: Record<string, string> = {}): Promise<AccountHarness> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-account-'))
  const dataDir = join(dir, 'data')
  const { emulatedProviders, customProvider } = await startProviders()
  const port = String(await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const baseSettings = { PUBLIC_URL: url, EARSHOT_SCRIPTED: 'speech', SIGN_UP: 'open', WELCOME: 'off', LOG_LEVEL: 'warn' }
  const zapier = {
    ZAPIER_CLIENT_ID: 'zapier',
    ZAPIER_CLIENT_SECRET: 'only-for-tests',
    ZAPIER_REDIRECT_URI: 'http://127.0.0.1:9/back',
  }
  const running = await startEarshot({
    PORT: port,
    DATA_DIR: dataDir,
    ...baseSettings,
    ...zapier,
    ...emulatedProviders.settings,
    ...customProvider.settings,
    ...settings,
  })
  const browser = await sharedBrowser()
  const contexts: BrowserContext[] = []
  const pageErrors: string[] = []
  const results: Record<string, string>[] = []
  const collectErrors = (page: Page): Page => {
    page.on('console', (message) => {
      // Errors on the providers' own pages do not count.
      const isOurs = message.location().url.startsWith(url) || page.url().startsWith(url)
      if (message.type() === 'error' && isOurs) pageErrors.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => page.url().startsWith(url) && pageErrors.push(String(error)))
    return page
  }
  return {
    url,
    dataDir,
    running,
    pageErrors,
    ignoreUnauthorized: () => {
      for (const text of pageErrors.filter((entry) => entry.includes('status of 401')))
        pageErrors.splice(pageErrors.indexOf(text), 1)
    },
    open: async (options = {}) => {
      const viewport = { width: 1440, height: 900 }
      const context = await browser.newContext({ viewport, locale: 'en-US', ...options })
      contexts.push(context)
      context.setDefaultTimeout(15_000)
      return collectErrors(await context.newPage())
    },
    openTab: async (page) => collectErrors(await page.context().newPage()),
    addResult: (step, result) => void results.push({ step, result }),
    [Symbol.asyncDispose]: async () => {
      console.table(results)
      for (const context of contexts) await context.close()
      await running.stop()
      await emulatedProviders[Symbol.asyncDispose]()
      await customProvider[Symbol.asyncDispose]()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export async function openLogin({ open, url }: AccountHarness): Promise<Page> {
  const page = await open()
  await page.goto(`${url}/login`)
  return page
}

/** Uploads a recording to the library of the signed-in user. */
export async function addRecording({ url }: AccountHarness, page: Page, name: string): Promise<void> {
  const token = (await storedToken(page)) ?? ''
  await uploadRecording(createClients(url, { token }), createToneWav(5), { name })
}

/** A user the providers know: the address on the provider's button and the name this app shows. */
export type KnownUser = readonly [email: string, name: string]

export const GINA: KnownUser = ['gina@gmail.example', 'Gina']
export const TINA: KnownUser = ['tina@gmail.example', 'Tina']
/** A second account at Google. */
export const SECOND: KnownUser = ['second@gmail.example', 'Second']
export const ADA: KnownUser = ['ada@apple.example', 'Ada']
export const MIA: KnownUser = ['mia@outlook.example', 'Mia']
export const BEA: KnownUser = ['bea@outlook.example', 'Bea']
export const HUGO: KnownUser = ['hugo@house.example', 'Hugo']

/** Starts the providers with their users. */
async function startProviders(): Promise<{ emulatedProviders: EmulatedProviders; customProvider: OidcIssuer }> {
  const toProviderUser = ([email, name]: KnownUser) => ({ email, name })
  const emulatedProviders = await startEmulatedProviders({
    google: [GINA, TINA, SECOND].map(toProviderUser),
    apple: [ADA].map(toProviderUser),
    microsoft: [MIA, BEA].map(toProviderUser),
  })
  const customProvider = await startOidcIssuer({
    name: 'House',
    accounts: [{ sub: 'hugo', ...toProviderUser(HUGO), email_verified: true }],
  })
  return { emulatedProviders, customProvider }
}

/** Signs in with the provider's link on the sign-in page and on the provider's page. Resolves when the library is shown. */
export async function signInWith(page: Page, provider: string, [email, name]: KnownUser): Promise<void> {
  await page.getByRole('link', { name: `Continue with ${provider}` }).click()
  await page.getByRole('button', { name: email }).click()
  await accountButton(page, name).waitFor()
}

/** Returns the button with the name of the signed-in user, which appears once the user is loaded. */
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
export const storedToken = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const stored = localStorage.getItem('earshot_tokenstr')
    return stored === null ? null : (JSON.parse(stored) as { value: string }).value
  })

/** Returns the id of the account this browser is signed in to. */
export async function accountIdOf(page: Page): Promise<string> {
  return decodeJwt((await storedToken(page)) ?? '').sub ?? ''
}

/** Returns all URLs in the history of the page. */
export const historyOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { navigation } = globalThis as unknown as { navigation: { entries: () => { url: string }[] } }
    return navigation.entries().map(({ url }) => url)
  })

/** Returns the axe findings of the page in dark and light. */
export async function axeFindingsInThemes(page: Page, rules: object = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeThemeFindings(page)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axeFindings(page, rules)
  return [...dark.map((finding) => `dark: ${finding}`), ...light.map((finding) => `light: ${finding}`)]
}

/** Returns the newest code printed to the log for an address. Without a mail server, codes are logged. */
export async function codeFor(running: Pick<RunningEarshot, 'output'>, email: string): Promise<string> {
  const findCode = () => {
    const line = running
      .output()
      .split('\n')
      .findLast((entry) => entry.includes(`would have been sent to ${email}`))
    return /\b\d{6}\b/.exec((line && (JSON.parse(line) as { emailText: string }).emailText) ?? '')?.[0]
  }
  await expect.poll(findCode, { timeout: 15_000 }).toMatch(/^\d{6}$/)
  return findCode() ?? ''
}
