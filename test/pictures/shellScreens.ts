import type { Page } from 'playwright-core'
import { paths } from '#kit/paths.ts'
import { type Screen, type Stage, go } from './Screen.ts'

const at = (name: string, address: string, more: Partial<Screen> = {}): Screen => ({
  name,
  open: async (page, stage) => go(page, stage, address),
  ...more,
})

/** Opens home and then presses a key. */
const afterKey = (name: string, key: string, then: (page: Page) => Promise<unknown>): Screen => ({
  name,
  open: async (page, stage) => {
    await home(page, stage)
    await page.keyboard.press(key)
    await then(page)
  },
})

const dialogOf = (page: Page) => page.getByRole('dialog').first().waitFor()

/** Other screens of the app: lists, panels, dialogs, membership pages and public pages. */
export const SHELL_SCREENS: readonly Screen[] = [
  at('trash', paths.fileList({ categoryId: 'trash' })),
  at('empty-home', paths.home(), { who: 'mara' }),
  at('empty-trash', paths.fileList({ categoryId: 'trash' }), { who: 'mara' }),
  at('search-empty', paths.search()),
  at('ask', paths.ask()),
  at('templates', paths.templates()),
  at('purchase', paths.memberPurchase()),
  at('billings', paths.memberBillings()),
  at('history', paths.memberHistory()),
  at('manage', paths.memberManage()),
  at('help', paths.help(), { who: 'nobody' }),
  at('download', paths.download(), { who: 'nobody' }),
  at('launch-desktop', paths.launchDesktop(), { who: 'nobody' }),
  at('share', paths.share('nobody-gave-this-out'), { who: 'nobody' }),
  at('cookie-notice', paths.home(), { asksConsent: true }),
  at('cookie-notice-outside', paths.login(), { who: 'nobody', asksConsent: true }),
  afterKey('shortcuts', '?', dialogOf),
  afterKey('palette', 'Control+k', (page) => page.getByRole('combobox').waitFor()),
  afterKey('right-sidebar', ']', (page) => page.locator('aside').last().waitFor()),
  {
    name: 'sync',
    open: async (page, stage) => {
      await home(page, stage)
      await page.locator('header button[aria-haspopup=dialog]').last().click()
      await dialogOf(page)
    },
  },
  {
    name: 'user-menu',
    open: async (page, stage) => {
      await home(page, stage)
      await page.locator('aside:visible > button[aria-haspopup=menu], nav:visible > button[aria-haspopup=menu]').last().click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'folder',
    open: async (page, stage) => {
      await go(page, stage, paths.fileList({ categoryId: 'allFiles' }))
      await page.locator('[data-file]').first().waitFor()
      if (!(await page.locator('aside').first().isVisible())) {
        await page.locator('header:visible button').first().click()
        await dialogOf(page)
      }
      await page.locator('button:visible:has(.lucide-folder-plus)').click()
      await page.locator('form').waitFor()
    },
  },
  {
    name: 'notice',
    open: async (page, stage) => {
      await go(
        page,
        stage,
        `/?${new URLSearchParams({ code: '-1', alert: 'This recorder was given to somebody else.', confirm: 'OK' })}`,
      )
      await dialogOf(page)
    },
  },
]

/** The announcement of the operator, on a server configured with one. */
export const ANNOUNCEMENT: Screen = {
  name: 'announcement',
  open: async (page, stage) => {
    await go(page, stage, paths.home())
    await dialogOf(page)
  },
}

async function home(page: Page, stage: Stage): Promise<void> {
  await go(page, stage, paths.home())
  await page.locator('main li').first().waitFor()
}
