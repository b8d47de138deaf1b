import type { Page } from 'playwright-core'
import { systemClock } from '#platform/clock/clock.ts'
import { paths } from '#shared/paths.ts'
import { days } from '#shared/units.ts'
import { createClients } from '#test/server/user.ts'
import { type PictureContext, type Screen, openAddress } from './Screen.ts'

/** The share dialog and the pages of links. */
export const SHARE_SCREENS: readonly Screen[] = [
  { name: 'share-dialog', open: openDialog },
  {
    name: 'share-dialog-password',
    open: async (page, context) => {
      await openDialog(page, context)
      await chooseLink(page, 1)
    },
  },
  {
    name: 'share-dialog-revoked',
    open: async (page, context) => {
      await openDialog(page, context)
      await chooseLink(page, 2)
    },
  },
  { name: 'share-page', open: (page, context) => openPublic(page, context, 0) },
  { name: 'share-password', open: (page, context) => openPublic(page, context, 1) },
  { name: 'share-embed', open: (page, context) => openPublic(page, context, 0, '/embed') },
]

async function openDialog(page: Page, context: PictureContext): Promise<void> {
  await openAddress(page, context, paths.file(context.fileId))
  const button = page.locator('header button:has(.lucide-share)')
  await page.locator('header button:has(.lucide-ellipsis)').waitFor()
  if (await button.isVisible()) await button.click()
  else {
    await page.locator('header button:has(.lucide-ellipsis)').click()
    await page.locator('[role=menuitem]:has(.lucide-share)').click()
  }
  await page.locator('[role=dialog] input').first().waitFor()
}

async function chooseLink(page: Page, index: number): Promise<void> {
  if (!(await page.locator('[role=dialog] nav').isVisible())) await page.locator('[role=dialog] button').first().click()
  await page.locator('[role=dialog] nav li button').nth(index).click()
}

async function openPublic(page: Page, context: PictureContext, index: number, rest = ''): Promise<void> {
  const address = addresses.get(context.fileId)?.[index] ?? ''
  await openAddress(page, context, new URL(address).pathname + rest)
}

const addresses = new Map<string, string[]>()

const BROWSERS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
]

/** Adds three links to a recording: one that was viewed, one with a password, and one that was revoked. */
export async function seedLinks(url: string, { token }: { token: string }, fileId: string): Promise<void> {
  const { share } = createClients(url, { token })
  const create = async (body: Parameters<typeof share.create>[0]['body']) =>
    (await share.create({ params: { id: fileId }, body })).data
  const board = await create({
    label: 'Advisory board',
    clip: { start_ms: 2000, end_ms: 20_000 },
    allows_download: true,
    expires_at: systemClock.now().getTime() + days(14),
  })
  const ministry = await create({ label: 'Ministry of Health', password: 'rains', hides_names: true })
  const press = await create({ label: 'Press office' })
  await share.change({ params: { link_id: press.link_id }, body: { revoked: true } })
  for (const agent of [...BROWSERS, BROWSERS[0]!]) await fetch(board.url ?? '', { headers: { 'user-agent': agent } })
  addresses.set(fileId, [board.url ?? '', ministry.url ?? ''])
}
