import { killProcess } from '#test/process/startEarshot.ts'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { seconds, type Millis } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { environment } from '#platform/config/environment.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { signUp, type User } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { callWithRetry } from './killPart.ts'

export type PageUploads = {
  /** Kills one tab or the whole browser with kill -9 and opens it again at once. */
  readonly kill: (what: 'page' | 'browser') => Promise<void>
  /** Resolves when every file is in the library or listed as failed, or at the time limit. */
  readonly finish: (until: Millis) => Promise<void>
  readonly count: () => Promise<{ files: number; doubled: number; listed: number; nowhere: number; lost: number }>
  readonly close: () => Promise<void>
}

/** Number of files chosen at a time. */
const BATCH = 5
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage']
type Row = { name: string; title: string; isUploaded: boolean; canRetry: boolean; isUnderway: boolean }
const CLOSED_ERRORS = /closed|crash|destroyed|Target|disposed|detached/i

/**
 * Simulates a user: chooses a few files at a time in the upload dialog, checks that they are listed, and opens the page again
 * after every kill. Files that were never listed are chosen again; failed ones are retried.
 */
export async function openPages({ url, dir, files }: { url: string; dir: string; files: number }): Promise<PageUploads> {
  const user = await signUp(url, 'page')
  const names = Array.from({ length: files }, (_, n) => `Page ${n}`)
  await mkdir(join(dir, 'chosen'), { recursive: true })
  const pathOf = (name: string) => join(dir, 'chosen', `${name}.wav`)
  for (const [n, name] of names.entries()) await writeFile(pathOf(name), createToneWav(8 + (n % 9), { hertz: 210 + 3 * n }))
  const simulatedUser = new SimulatedUser(url, join(dir, 'profile'), user)
  await simulatedUser.open()
  const listed = new Set<string>()
  return {
    kill: (what) => simulatedUser.kill(what),
    finish: async (until) => {
      const isOver = () => systemClock.now().getTime() > until
      const waiting = [...names]
      while (waiting.length > 0 && !isOver()) {
        const batch = waiting.splice(0, BATCH)
        await simulatedUser.uploadAll(batch, pathOf, isOver)
      }
      for (const name of await simulatedUser.failed()) listed.add(name)
    },
    count: async () => {
      const library = await listNames(user)
      const copies = names.map(
        (name) =>
          library.filter((filename) => filename === name || filename.startsWith(`${name} (`) || filename.startsWith(`${name}_`))
            .length,
      )
      const missing = names.filter((_, n) => copies[n] === 0)
      return {
        files: copies.filter((each) => each > 0).length,
        doubled: copies.reduce((sum, each) => sum + Math.max(0, each - 1), 0),
        listed: missing.filter((name) => listed.has(name)).length,
        nowhere: missing.filter((name) => !listed.has(name)).length,
        lost: [...simulatedUser.shownAsUploaded].filter((name) => !library.includes(name)).length,
      }
    },
    close: () => simulatedUser.close(),
  }
}

const listNames = async (user: User): Promise<string[]> =>
  (await callWithRetry(() => user.files.simple({ query: { limit: 10_000 } }))).data_file_list.map(({ filename }) => filename)

class SimulatedUser {
  /** Names that the page has shown as uploaded. They must stay in the library. */
  readonly shownAsUploaded = new Set<string>()
  readonly #url: string
  readonly #profile: string
  readonly #user: User
  #browser: BrowserContext | null = null
  #page: Page | null = null

  constructor(url: string, profile: string, user: User) {
    this.#url = url
    this.#profile = profile
    this.#user = user
  }

  async open(): Promise<void> {
    const executablePath = environment()['CHROME_PATH'] ?? (await sparticuz.executablePath())
    this.#browser = await chromium.launchPersistentContext(this.#profile, {
      executablePath,
      args: ARGS,
      viewport: { width: 1280, height: 900 },
      locale: 'en-US',
      serviceWorkers: 'block',
    })
    this.#browser.setDefaultTimeout(seconds(20))
    await storeValues(this.#browser, { tokenstr: this.#user.token })
    this.#page = this.#browser.pages()[0] ?? (await this.#browser.newPage())
  }

  async close(): Promise<void> {
    await this.#browser?.close()
  }

  /** Crashes the tab, or kills every process of the browser at once. */
  async kill(what: 'page' | 'browser'): Promise<void> {
    if (what === 'browser') {
      await this.#killBrowser()
      return
    }
    const page = this.#page
    await page?.goto('chrome://crash').catch(() => undefined)
    await page?.close().catch(() => undefined)
    this.#page = (await this.#browser?.newPage().catch(() => null)) ?? null
  }

  async #killBrowser(): Promise<void> {
    // Only the processes of this browser have the path of its profile on their command line.
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (line.includes(`--user-data-dir=${this.#profile}`)) killProcess(Number(pid))
    }
    await this.#browser?.close().catch(() => undefined)
    this.#browser = null
    this.#page = null
    await this.open()
  }

  /** Runs until each of these files is in the library or has failed for good. */
  async uploadAll(names: readonly string[], pathOf: (name: string) => string, isOver: () => boolean): Promise<void> {
    for (let attempt = 0; !isOver(); attempt++) {
      try {
        const library = await listNames(this.#user)
        const missing = names.filter((name) => !library.includes(name))
        if (missing.length === 0) return
        await this.#openDialog()
        const rows = await this.#rows()
        for (const { name, isUploaded } of rows) if (isUploaded) this.shownAsUploaded.add(name)
        const unknown = missing.filter((name) => !rows.some((row) => row.name === name))
        if (unknown.length > 0) await this.#page?.locator('input[type=file]').first().setInputFiles(unknown.map(pathOf))
        await this.#clickAll('retry')
        await this.#chooseFileAgain(pathOf)
        await this.#removeFailed(rows)
        await systemClock.wait(1000)
      } catch (error) {
        if (!CLOSED_ERRORS.test(String(error)) && attempt > 60) throw error
        await systemClock.wait(500)
      }
    }
  }

  /** Returns the names that the dialog lists as failed with a retry button. */
  async failed(): Promise<string[]> {
    await this.#openDialog().catch(() => undefined)
    return (await this.#rows().catch(() => [])).filter((row) => row.canRetry).map((row) => row.name)
  }

  /** Opens the upload dialog unless it is open. */
  async #openDialog(): Promise<void> {
    const page = this.#page
    if (!page) throw new Error('the page was closed')
    const dialog = page.getByRole('dialog', { name: 'Upload' })
    if (!page.url().startsWith(this.#url)) await page.goto(this.#url)
    if (await dialog.isVisible()) return
    await page.getByRole('button', { name: 'New recording' }).click()
    await page.getByRole('menuitem', { name: /Upload/ }).click()
    await dialog.waitFor()
  }

  /** Clicks every button with this action. */
  async #clickAll(action: string): Promise<void> {
    const buttons = this.#page?.locator(`[data-upload] [data-action="${action}"]`)
    for (const button of (await buttons?.all()) ?? []) await button.click({ timeout: 1000 }).catch(() => undefined)
  }

  /** The page was killed before it had stored the bytes, so it asks for the file again. */
  async #chooseFileAgain(pathOf: (name: string) => string): Promise<void> {
    const page = this.#page
    const row = page?.locator('[data-upload]', { has: page.locator('[data-action="reselectFile"]') }).first()
    if (!page || !row || !(await row.isVisible())) return
    const name = withoutExtension((await row.locator('p').first().getAttribute('title')) ?? '')
    const choosing = page.waitForEvent('filechooser', { timeout: 3000 })
    await row.locator('[data-action="reselectFile"]').click({ timeout: 1000 })
    await (await choosing).setFiles(pathOf(name))
  }

  /**
   * A failure without a retry button tells the user to choose the file again. Removes it from the list so that it can be chosen.
   */
  async #removeFailed(rows: readonly Row[]): Promise<void> {
    for (const { title, isUploaded, canRetry, isUnderway } of rows)
      if (!isUploaded && !canRetry && !isUnderway)
        await this.#page
          ?.locator('[data-upload]', { has: this.#page.getByTitle(title, { exact: true }) })
          .locator('[data-action="remove"]')
          .click({ timeout: 1000 })
          .catch(() => undefined)
  }

  async #rows(): Promise<Row[]> {
    const page = this.#page
    if (!page) throw new Error('the page was closed')
    const rows = await page.locator('[data-upload]').evaluateAll((all) =>
      all.map((row) => ({
        title: row.querySelector('p')?.title ?? '',
        isUnderway: row.querySelector('[data-action="pause"]') !== null,
        isUploaded: row.querySelector('[data-action="open"]') !== null,
        canRetry: row.querySelector('[data-action="retry"], [data-action="reselectFile"]') !== null,
      })),
    )
    return rows.map((row) => ({ ...row, name: withoutExtension(row.title) }))
  }
}

const withoutExtension = (title: string): string => title.replace(/\.\w+$/, '')
