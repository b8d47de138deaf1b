import type { Page } from 'playwright-core'
import { paths } from '#kit/paths.ts'
import { clientsOf } from '#test/world/user.ts'
import { seedDataDir } from '../../tools/seed/seedDataDir.ts'
import { type Screen, type Stage, go } from './Screen.ts'

const ALL_FILES = paths.fileList({ categoryId: 'allFiles' })

/** Number of recordings of each account; mara has none. */
export const SEEDED = { one: 1, dozen: 12, many: 20_000 } as const

const rows = async (page: Page, stage: Stage, address = ALL_FILES): Promise<void> => {
  await go(page, stage, address)
  await page.locator('[data-row]').first().waitFor()
}

/** Screens of the list of recordings with none, few and very many recordings. */
export const LIBRARY_SCREENS: readonly Screen[] = [
  { name: 'library-0', who: 'mara', open: (page, stage) => go(page, stage, ALL_FILES) },
  { name: 'library-1', who: 'one', open: rows },
  { name: 'library-12', who: 'dozen', open: rows },
  { name: 'library-20000', who: 'many', open: rows },
  {
    name: 'library-chosen',
    who: 'many',
    open: async (page, stage) => {
      await rows(page, stage)
      await choose(page)
      await page.locator('[data-row] [data-pick]:checked').nth(3).waitFor()
    },
  },
  {
    name: 'library-trash',
    who: 'many',
    open: (page, stage) => rows(page, stage, paths.fileList({ categoryId: 'trash' })),
  },
  {
    name: 'library-trash-chosen',
    who: 'many',
    open: async (page, stage) => {
      await rows(page, stage, paths.fileList({ categoryId: 'trash' }))
      await choose(page)
    },
  },
  { name: 'library-long-names', who: 'many', open: (page, stage) => filtered(page, stage, 'with everything that was said') },
  { name: 'library-right-to-left', who: 'many', open: (page, stage) => filtered(page, stage, 'الميزانية') },
  { name: 'library-nothing-found', who: 'many', open: (page, stage) => filtered(page, stage, 'nobody said this', false) },
  {
    name: 'library-file',
    who: 'many',
    open: async (page, stage) => {
      await rows(page, stage)
      await page.locator('[data-row] [data-file]').first().click()
      await page.waitForURL(/\/file\//)
      await page.locator('main h1').waitFor()
    },
  },
]

/** Creates the accounts for these screens and deletes their sample recording, so that the counts are exact. */
export async function seedOwners(
  settings: Record<string, string>,
  url: string,
  names: readonly (keyof typeof SEEDED)[],
): Promise<Record<string, { token: string; id: string }>> {
  const owners: Record<string, { token: string; id: string }> = {}
  for (const name of names) {
    const account = { email: `${name}@example.org`, password: 'correct horse', trashPercent: 3 }
    const folders = SEEDED[name] > 1 ? 12 : 1
    const { token, userId } = await seedDataDir(settings, { ...account, files: SEEDED[name], folders })
    const { generate, files } = clientsOf(url, { token })
    const { data } = await generate.welcome({ body: { lang: 'en_US' } })
    await files.remove({ query: {}, body: [data.file_id] })
    owners[name] = { token, id: userId }
  }
  return owners
}

/** Selects four rows with the keyboard, which works the same at every width. */
async function choose(page: Page): Promise<void> {
  await page.locator('[data-row] [data-file]').first().focus()
  for (const key of ['Space', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
}

async function filtered(page: Page, stage: Stage, text: string, isFound = true): Promise<void> {
  await rows(page, stage)
  await page.locator('main input[type=search]').fill(text)
  if (isFound) await page.locator('[data-row]').filter({ hasText: text }).first().waitFor()
  else await page.locator('[data-row]').first().waitFor({ state: 'detached' })
}
