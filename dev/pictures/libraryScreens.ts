import type { Page } from 'playwright-core'
import { paths } from '#shared/paths.ts'
import { createClients } from '#test/server/user.ts'
import { seedDataDir } from '../seed/seedDataDir.ts'
import { type Screen, type PictureContext, openAddress } from './Screen.ts'

const ALL_FILES = paths.fileList({ categoryId: 'allFiles' })

/** Number of recordings of each account; mara has none. */
export const RECORDING_COUNTS = { one: 1, dozen: 12, many: 20_000 } as const

const openList = async (page: Page, pictureContext: PictureContext, address = ALL_FILES): Promise<void> => {
  await openAddress(page, pictureContext, address)
  await page.locator('[data-row]').first().waitFor()
}

/** Screens of the list of recordings with none, few and very many recordings. */
export const LIBRARY_SCREENS: readonly Screen[] = [
  { name: 'library-0', who: 'mara', open: (page, pictureContext) => openAddress(page, pictureContext, ALL_FILES) },
  { name: 'library-1', who: 'one', open: openList },
  { name: 'library-12', who: 'dozen', open: openList },
  { name: 'library-20000', who: 'many', open: openList },
  {
    name: 'library-chosen',
    who: 'many',
    open: async (page, pictureContext) => {
      await openList(page, pictureContext)
      await selectRows(page)
      await page.locator('[data-row] [data-pick]:checked').nth(3).waitFor()
    },
  },
  {
    name: 'library-trash',
    who: 'many',
    open: (page, pictureContext) => openList(page, pictureContext, paths.fileList({ categoryId: 'trash' })),
  },
  {
    name: 'library-trash-chosen',
    who: 'many',
    open: async (page, pictureContext) => {
      await openList(page, pictureContext, paths.fileList({ categoryId: 'trash' }))
      await selectRows(page)
    },
  },
  {
    name: 'library-long-names',
    who: 'many',
    open: (page, pictureContext) => openFiltered(page, pictureContext, 'with everything that was said'),
  },
  { name: 'library-right-to-left', who: 'many', open: (page, pictureContext) => openFiltered(page, pictureContext, 'الميزانية') },
  {
    name: 'library-nothing-found',
    who: 'many',
    open: (page, pictureContext) => openFiltered(page, pictureContext, 'no recording has this', false),
  },
  {
    name: 'library-file',
    who: 'many',
    open: async (page, pictureContext) => {
      await openList(page, pictureContext)
      await page.locator('[data-row] [data-file]').first().click()
      await page.waitForURL(/\/file\//)
      await page.locator('main h1').waitFor()
    },
  },
]

/** Creates the accounts for these screens and deletes their sample recording, so that the counts are exact. */
export async function seedAccounts(
  settings: Record<string, string>,
  url: string,
  names: readonly (keyof typeof RECORDING_COUNTS)[],
): Promise<Record<string, { token: string; id: string }>> {
  const accounts: Record<string, { token: string; id: string }> = {}
  for (const name of names) {
    const account = { email: `${name}@example.org`, password: 'correct horse', trashPercent: 3 }
    const folders = RECORDING_COUNTS[name] > 1 ? 12 : 1
    const { token, userId } = await seedDataDir(settings, { ...account, files: RECORDING_COUNTS[name], folders })
    const { generate, files } = createClients(url, { token })
    const { data } = await generate.welcome({ body: { lang: 'en_US' } })
    await files.remove({ query: {}, body: [data.file_id] })
    accounts[name] = { token, id: userId }
  }
  return accounts
}

/** Selects four rows with the keyboard, which works the same at every width. */
async function selectRows(page: Page): Promise<void> {
  await page.locator('[data-row] [data-file]').first().focus()
  for (const key of ['Space', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
}

async function openFiltered(page: Page, pictureContext: PictureContext, text: string, expectsResults = true): Promise<void> {
  await openList(page, pictureContext)
  await page.locator('main input[type=search]').fill(text)
  if (expectsResults) await page.locator('[data-row]').filter({ hasText: text }).first().waitFor()
  else await page.locator('[data-row]').first().waitFor({ state: 'detached' })
}
