import type { Page } from 'playwright-core'
import { paths } from '#shared/paths.ts'
import { type Screen, type PictureContext, openAddress } from './Screen.ts'

const addressScreen = (name: string, address: string, options: Partial<Screen> = {}): Screen => ({
  name,
  open: async (page, pictureContext) => openAddress(page, pictureContext, address),
  ...options,
})

/** Opens home and then presses a key. */
const keyScreen = (name: string, key: string, waitForResult: (page: Page) => Promise<unknown>): Screen => ({
  name,
  open: async (page, pictureContext) => {
    await openHome(page, pictureContext)
    await page.keyboard.press(key)
    await waitForResult(page)
  },
})

const waitForDialog = (page: Page) => page.getByRole('dialog').first().waitFor()

/** Other screens of the app: lists, panels, dialogs, membership pages and public pages. */
export const LAYOUT_SCREENS: readonly Screen[] = [
  addressScreen('trash', paths.fileList({ categoryId: 'trash' })),
  addressScreen('empty-home', paths.home(), { who: 'mara' }),
  addressScreen('empty-trash', paths.fileList({ categoryId: 'trash' }), { who: 'mara' }),
  addressScreen('search-empty', paths.search()),
  addressScreen('ask', paths.ask()),
  addressScreen('history', paths.memberHistory()),
  addressScreen('manage', paths.memberManage()),
  addressScreen('help', paths.help(), { who: 'visitor' }),
  addressScreen('download', paths.download(), { who: 'visitor' }),
  addressScreen('launch-desktop', paths.launchDesktop(), { who: 'visitor' }),
  addressScreen('cookie-notice', paths.home(), { showsConsent: true }),
  addressScreen('cookie-notice-outside', paths.login(), { who: 'visitor', showsConsent: true }),
  keyScreen('shortcuts', '?', waitForDialog),
  keyScreen('palette', 'Control+k', (page) => page.getByRole('combobox').waitFor()),
  {
    name: 'sync',
    open: async (page, pictureContext) => {
      await openHome(page, pictureContext)
      await page
        .locator('aside:visible footer button[aria-haspopup=dialog], header:visible > div > button[aria-haspopup=dialog]')
        .last()
        .click()
      await waitForDialog(page)
    },
  },
  {
    name: 'user-menu',
    open: async (page, pictureContext) => {
      await openUserMenu(page, pictureContext)
    },
  },
  {
    name: 'sign-out',
    open: async (page, pictureContext) => {
      await openUserMenu(page, pictureContext)
      await page.locator('[role=menuitem]:has(.lucide-log-out)').click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'folder',
    open: async (page, pictureContext) => {
      await openAddress(page, pictureContext, paths.fileList({ categoryId: 'allFiles' }))
      await page.locator('[data-file]').first().waitFor()
      if (!(await page.locator('aside').first().isVisible())) {
        await page.locator('header:visible button').first().click()
        await waitForDialog(page)
      }
      await page.locator('button:visible:has(.lucide-folder-plus)').click()
      await page.locator('form').waitFor()
    },
  },
  {
    name: 'notice',
    open: async (page, pictureContext) => {
      await openAddress(
        page,
        pictureContext,
        `/?${new URLSearchParams({ code: '-1', alert: 'This recorder belongs to another account.', confirm: 'OK' })}`,
      )
      await waitForDialog(page)
    },
  },
]

/** The announcement of the operator, on a server configured with one. */
export const ANNOUNCEMENT_SCREEN: Screen = {
  name: 'announcement',
  open: async (page, pictureContext) => {
    await openAddress(page, pictureContext, paths.home())
    await waitForDialog(page)
  },
}

async function openHome(page: Page, pictureContext: PictureContext): Promise<void> {
  await openAddress(page, pictureContext, paths.home())
  await page.locator('main li').first().waitFor()
}

async function openUserMenu(page: Page, pictureContext: PictureContext): Promise<void> {
  await openHome(page, pictureContext)
  await page.locator('aside:visible > button[aria-haspopup=menu], nav:visible > button[aria-haspopup=menu]').last().click()
  await page.getByRole('menu').waitFor()
}
