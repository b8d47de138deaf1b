import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { LibraryCounts } from '#features/files/contract.ts'
import { paths } from '#kit/paths.ts'
import { axeFindings } from '#test/running/axeFindings.ts'
import { startEarshot } from '#test/running/startEarshot.ts'
import { freePort } from '#test/world/freePort.ts'
import { clientsOf } from '#test/world/user.ts'
import { seedDataDir } from '../../tools/seed/seedDataDir.ts'
import { launchBrowser } from './browser.ts'

/** Somebody with a library, in a window of hers. */
export type Owner = { page: Page; counts: () => Promise<LibraryCounts>; folder: (name: string) => Promise<string> }
export type LibraryStage = AsyncDisposable & {
  owner: (name: string, files: number) => Promise<Owner>
  /** What pages said to the console that they should not have said. */
  readonly troubles: string[]
}

/** A running Earshot and a Chromium; each owner gets a library as `npm run seed library` makes it, without folders and trash. */
export async function libraryStage(): Promise<LibraryStage> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-library-'))
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: join(dir, 'data'),
    LOG_LEVEL: 'error',
    WELCOME: 'off',
    CALLS_PER_MINUTE: '0',
  }
  const running = await startEarshot({ ...settings, EARSHOT_SCRIPTED: 'speech' })
  const browser = await launchBrowser()
  const troubles: string[] = []
  return {
    troubles,
    owner: async (name, files) => {
      const account = { email: `${name}@example.org`, password: 'correct horse' }
      const { token } = await seedDataDir(settings, { ...account, files, folders: 0, trashPercent: 0 })
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
      await context.addInitScript(
        (kept) => {
          for (const [key, value] of Object.entries(kept))
            localStorage.setItem(`earshot_${key}`, JSON.stringify({ value, expires: null }))
        },
        { tokenstr: token, consent: { statistics: false }, pweblang: 'en_US', comlang: 'en_US' },
      )
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      page.on('console', (message) => message.type() === 'error' && troubles.push(`${name}: ${message.text()}`))
      page.on('pageerror', (error) => troubles.push(`${name}: ${String(error)}`))
      const { files: calls, folders } = clientsOf(running.url, { token })
      await page.goto(running.url + paths.fileList({ categoryId: 'allFiles' }))
      await page.locator('[data-row]').first().waitFor()
      return {
        page,
        counts: async () => (await calls.page({ query: { limit: 1 } })).data.counts,
        folder: async (folder) =>
          (await folders.list({})).data_filetag_list.find((one) => one.name === folder)?.id ?? `no folder ${folder}`,
      }
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close()
      await running.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** A row by its place in the list, from 1. */
export const row = (page: Page, place: number): Locator => page.locator(`[data-row][aria-posinset="${place}"]`)

/** The bar of what can be done to those chosen. */
export const bar = (page: Page, chosen: number): Locator => page.getByRole('group', { name: `${chosen} selected`, exact: true })

/** A link of the sidebar and how many it says lie there. */
export const place = (page: Page, name: string, files: number): Locator =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}\\s*${files === 0 ? '(0)?' : files}$`) })

export const toast = (page: Page, text: string): Locator => page.locator('[data-toast]').filter({ hasText: text })

/** Axe has nothing to say of the page as it stands. */
export async function expectNoFindings(page: Page, where: string, rules: object = {}): Promise<void> {
  expect(await axeFindings(page, rules), where).toEqual([])
}
