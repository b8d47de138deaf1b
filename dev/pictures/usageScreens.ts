import type { Page } from 'playwright-core'
import { paths } from '#shared/paths.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type Screen, type PictureContext, openAddress } from './Screen.ts'

type Reply = Record<string, unknown>
type Account = { user?: Reply; state?: Reply; site?: Reply; trial?: boolean }

const DAY = 86_400
const NOW = Math.floor(Date.now() / 1000)
const [STARTED, ENDS] = [NOW - 2 * DAY - 60, NOW + 5 * DAY]
const STARTER = {
  membership_type: 'starter',
  seconds_left: 12 * 60,
  seconds_total: 18_000,
  has_transcribed: true,
  reset_time: ENDS,
}
const PRO = { ...STARTER, membership_type: 'pro', seconds_left: 812 * 60, seconds_total: 72_000 }
const UNLIMITED = { ...STARTER, membership_type: 'unlimited', seconds_left: 2_147_483_647, seconds_total: 2_147_483_647 }
const CAN_BUY = { can_buy: true }
const SHOP = { main_site: 'https://shop.example/' }

/** Mocks replies of the server for an account with this plan on a server that sells these products. */
async function mockAccount(page: Page, { user = {}, state = {}, site = {}, trial = false }: Account): Promise<void> {
  const change = (path: string, edit: (reply: Reply) => void) =>
    page.route(
      (url) => url.pathname.endsWith(`/api${path}`),
      async (route) => {
        const response = await route.fetch()
        const reply = (await response.json()) as Reply
        edit(reply)
        await route.fulfill({ response, json: reply })
      },
    )
  await change('/user/me', (reply) => {
    Object.assign(reply['data_user'] as Reply, user)
    Object.assign(reply['data_state'] as Reply, state)
  })
  await change('/config/init', (reply) => Object.assign(reply['data'] as Reply, site))
  await change('/membership/free-trial/status', (reply) =>
    Object.assign(reply['data'] as Reply, {
      trial_info: { can_claim: trial, has_claimed: false, available_days: trial ? 7 : 0 },
    }),
  )
}

const usageScreen = (
  name: string,
  account: Account,
  open: (page: Page, pictureContext: PictureContext) => Promise<unknown>,
  sidebar: 'full' | 'collapsed' = 'full',
): Screen => ({
  name: `usage-${name}`,
  open: async (page, pictureContext) => {
    await mockAccount(page, account)
    await page.addInitScript((state) => {
      localStorage.setItem('earshot_sidebar', JSON.stringify({ value: state, expires: null }))
    }, sidebar)
    await open(page, pictureContext)
  },
})

const openHome = async (page: Page, pictureContext: PictureContext) => {
  await openAddress(page, pictureContext, paths.home())
  await page.locator('main h1').first().waitFor()
}
const dialogOf = (page: Page) => page.getByRole('dialog').first()

/** Opens a recording without a transcript, and presses the button that transcribes it. */
async function openShortage(page: Page, pictureContext: PictureContext): Promise<void> {
  await page.route('**/api/ai/transsumm/*', (route) =>
    route.fulfill({ json: { request_id: 'r', msg: 'no', status: -1, data: { seconds_needed: 2880, seconds_left: 720 } } }),
  )
  await openAddress(page, pictureContext, paths.fileList({ categoryId: 'allFiles' }))
  const row = page.locator('[data-file]', { hasText: 'Budget review' }).first()
  await openAddress(page, pictureContext, paths.file((await row.getAttribute('data-file')) ?? ''))
  await page.locator('main button:has(.lucide-sparkles):visible').first().click()
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await dialogOf(page).waitFor()
}

const openUpload = async (page: Page, pictureContext: PictureContext, seconds: number) => {
  await page.route('**/api/file/get_upload_presigned_url', () => {})
  await page.route('**/api/file/unfinished*', () => {})
  await openAddress(page, pictureContext, `${paths.home()}#upload`)
  await dialogOf(page).waitFor()
  // Files to transcode wait for their worker.
  await page.route(/[wW]orker[^/]*\.js$/, (route) => (/transcode/i.test(route.request().url()) ? undefined : route.continue()))
  const buffer = Buffer.from(createToneWav(seconds, { hertz: 300 + Math.random() * 99 }))
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: `Town hall ${Math.floor(Math.random() * 1e6)}.wav`, mimeType: 'audio/wav', buffer }])
  await page.locator('[data-upload]').first().waitFor()
  await page.waitForTimeout(1500)
  await page.evaluate(() => (window as { shiftsSeen?: unknown[] }).shiftsSeen?.splice(0))
}

/** The usage card, the dialogs about minutes and the estimates, for each plan and for servers with and without sales. */
export const USAGE_SCREENS: readonly Screen[] = [
  usageScreen('limited', { user: STARTER }, openHome),
  usageScreen('shop', { user: STARTER, site: SHOP }, openHome),
  usageScreen(
    'trial',
    { user: { ...PRO, start_time: STARTED, expire_time: ENDS }, state: { ...CAN_BUY, is_free_trial_now: 1 } },
    openHome,
  ),
  usageScreen('unlimited', { user: UNLIMITED, state: CAN_BUY }, openHome),
  usageScreen('unlimited-free', { user: UNLIMITED }, openHome),
  usageScreen('locked', { user: { ...STARTER, membership_type: 'none' }, site: SHOP }, openHome),
  usageScreen('collapsed', { user: PRO, state: CAN_BUY }, openHome, 'collapsed'),
  usageScreen('promo', { user: PRO, state: CAN_BUY, trial: true }, async (page, pictureContext) => {
    await openHome(page, pictureContext)
    await page.locator('aside.fixed a').waitFor()
  }),
  usageScreen(
    'first-time',
    { user: { ...STARTER, has_transcribed: false }, state: CAN_BUY, trial: true },
    async (page, context) => {
      await openHome(page, context)
      await dialogOf(page).waitFor()
    },
  ),
  usageScreen('trial-offer', { user: PRO, state: CAN_BUY, trial: true }, async (page, pictureContext) => {
    await openAddress(page, pictureContext, paths.memberPurchase())
    await dialogOf(page).waitFor()
  }),
  usageScreen('out', { user: STARTER }, openShortage),
  usageScreen('out-plans', { user: STARTER, state: CAN_BUY, trial: true }, openShortage),
  usageScreen('out-unlimited', { user: UNLIMITED }, openShortage),
  usageScreen('refused', { user: STARTER }, async (page, pictureContext) => {
    await openShortage(page, pictureContext)
    await page.keyboard.press('Escape')
    await page.locator('main [role=alert]:visible').first().waitFor()
  }),
  usageScreen('recorder', { user: { ...STARTER, seconds_left: 288 * 60 } }, async (page, pictureContext) => {
    await openHome(page, pictureContext)
    await page.keyboard.press('n')
    await dialogOf(page).waitFor()
    await page.locator('[role=dialog] .lucide-info').waitFor()
  }),
  usageScreen('quota', { user: UNLIMITED, state: { seconds_transcribed: 400_000 } }, async (page, pictureContext) => {
    await page.route('**/api/ai/trans-status', (route) =>
      route.fulfill({ json: { request_id: 'r', msg: 'ok', status: 0, total_seconds: 3600, remain_total: 3000 } }),
    )
    await page.route('**/api/ai/status', async (route) => {
      const response = await route.fetch()
      const reply = (await response.json()) as { data_tasks: Reply[] }
      const task = { stage: 'transcribing', status: 0, percent: 10, seconds_left: 60, segments_transcribed: 0, msg: '' }
      reply.data_tasks = [{ ...task, file_id: pictureContext.fileId, task_id: 't1' }]
      await route.fulfill({ response, json: reply })
    })
    await openHome(page, pictureContext)
    await dialogOf(page).waitFor()
  }),
  // Last, because subsequent pages in the same browser would continue the uploads.
  usageScreen('upload', { user: { ...STARTER, seconds_left: 288 * 60 } }, (page, context) => openUpload(page, context, 90)),
  usageScreen('upload-short', { user: { ...STARTER, seconds_left: 60 } }, (page, context) => openUpload(page, context, 150)),
]
