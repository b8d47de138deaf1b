import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { LibraryCounts } from '#features/files/contract.ts'
import { paths } from '#shared/paths.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { createClients } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { seedDataDir } from '#dev/seed/seedDataDir.ts'
import { sharedBrowser } from '../../browser/launchBrowser.ts'
import { sharedEarshot } from '../sharedEarshot.ts'

/** A user with a library, in a separate page. */
export type LibraryUser = { page: Page; counts: () => Promise<LibraryCounts>; folder: (name: string) => Promise<string> }
export type LibraryHarness = AsyncDisposable & {
  createUser: (name: string, files: number) => Promise<LibraryUser>
  /** Console errors of the pages. */
  readonly pageErrors: string[]
}

/** Creates users on the shared Earshot. Each gets a library like that of `npm run seed library`, without folders and trash. */
export async function startLibraryHarness(): Promise<LibraryHarness> {
  const { url, settings } = sharedEarshot
  const browser = await sharedBrowser()
  const contexts: BrowserContext[] = []
  const pageErrors: string[] = []
  return {
    pageErrors,
    createUser: async (name, files) => {
      const account = { email: `${name}@example.org`, password: 'correct horse' }
      const { token } = await seedDataDir(settings, { ...account, files, folders: 0, trashPercent: 0 })
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      contexts.push(context)
      await storeValues(context, { tokenstr: token, consent: { statistics: false }, pweblang: 'en_US', comlang: 'en_US' })
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      page.on('console', (message) => message.type() === 'error' && pageErrors.push(`${name}: ${message.text()}`))
      page.on('pageerror', (error) => pageErrors.push(`${name}: ${String(error)}`))
      const { files: filesClient, folders } = createClients(url, { token })
      await page.goto(url + paths.fileList({ categoryId: 'allFiles' }))
      await page.locator('[data-row]').first().waitFor()
      return {
        page,
        counts: async () => (await filesClient.page({ query: { limit: 1 } })).data.counts,
        folder: async (folder) =>
          (await folders.list({})).data_filetag_list.find((candidate) => candidate.name === folder)?.id ?? `no folder ${folder}`,
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const context of contexts) await context.close()
    },
  }
}

/** Returns a row by its position in the list, from 1. */
export const row = (page: Page, position: number): Locator => page.locator(`[data-row][aria-posinset="${position}"]`)

/** The bulk action bar for this many selected recordings. */
export const bulkBar = (page: Page, selectedCount: number): Locator =>
  page.getByRole('group', { name: `${selectedCount} selected`, exact: true })

/** Returns a sidebar link with the number of recordings it shows. */
export const sidebarLink = (page: Page, name: string, files: number): Locator =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}\\s*${files === 0 ? '(0)?' : files}$`) })

export const toast = (page: Page, text: string): Locator => page.locator('[data-toast]').filter({ hasText: text })

/**
 * Fails when axe has findings on the current page. Waits until a closing dialog is gone, because it still hides the rest of the
 * page.
 */
export async function expectNoAxeFindings(page: Page, context: string, rules: object = {}): Promise<void> {
  await expect.poll(() => axeFindings(page, rules), { message: context, timeout: 10_000, interval: 200 }).toEqual([])
}
