import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { createClients } from '#test/server/user.ts'
import { type RouteHarness, openRouteHarness } from './harness/checkRoutes.ts'
import { openSignedIn } from './harness/failRequests.ts'
import { sharedEarshot } from './sharedEarshot.ts'

let harness: RouteHarness

beforeAll(async () => {
  harness = await openRouteHarness(sharedEarshot.url, 'toni')
})

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

/** Returns the names of the elements that the toast with this text covers. */
async function findCovered(page: Page, text: string, elements: readonly Locator[]): Promise<string[]> {
  const toast = toasts(page).getByText(text).locator('xpath=ancestor::*[@role="dialog" or @role="alertdialog"][1]')
  await toast.waitFor()
  const box = (await toast.boundingBox())!
  const covered: string[] = []
  for (const element of elements) {
    const other = await element.boundingBox()
    if (!other) continue
    const isApart =
      box.x + box.width <= other.x ||
      other.x + other.width <= box.x ||
      box.y + box.height <= other.y ||
      other.y + other.height <= box.y
    if (!isApart) covered.push((await element.getAttribute('aria-label')) ?? (await element.innerText()))
  }
  return covered
}

// recorder.test.ts checks the recorder.
describe.each([
  [1440, 900],
  [390, 844],
])('toasts at %i px', (width, height) => {
  it('cover neither the player nor the buttons of a dialog', async () => {
    await using monitor = await openSignedIn(harness)
    const { page } = monitor
    await page.setViewportSize({ width, height })
    await page.goto(harness.url + paths.file(harness.fileId))
    const player = page.getByRole('region', { name: 'Player' })
    await player.waitFor()
    await page.getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: /trash/i }).click()
    await toasts(page).getByText('Moved to trash').waitFor()
    await page.goto(harness.url + paths.file(harness.fileId))
    await page.getByRole('button', { name: 'Restore' }).click()
    expect(await findCovered(page, 'Restored', [player])).toEqual([])
    await page.getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: /trash/i }).click()
    await toasts(page).getByText('Moved to trash').waitFor()
    await page.keyboard.press('u')
    const dialog = page.getByRole('dialog', { name: 'Upload' })
    await dialog.getByRole('button', { name: 'Done' }).waitFor()
    expect(await findCovered(page, 'Moved to trash', await dialog.getByRole('button').all())).toEqual([])
    const refused = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }
    await dialog.locator('input[type=file]').first().setInputFiles(refused)
    await dialog.getByText('a.txt').waitFor()
    expect(await findCovered(page, 'Moved to trash', await dialog.getByRole('button').all())).toEqual([])
    await dialog
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    const trashed = toasts(page).getByRole('dialog').filter({ hasText: 'Moved to trash' })
    await trashed.getByRole('button', { name: 'Undo' }).click()
    await toasts(page).getByText('Moved to trash').waitFor({ state: 'detached' })
  })
})

/** Shows the file as running to a page until the returned function is called, so that the page cannot miss the change. */
async function pretendRunning(page: Page, file_id: string): Promise<() => void> {
  const running: TaskView = {
    file_id,
    task_id: 'running',
    stage: 'transcribing',
    status: 0,
    percent: 10,
    seconds_left: 300,
    segments_transcribed: 0,
    msg: '',
  }
  let isRunning = true
  await page.route('**/api/ai/status', async (route) => {
    const response = await route.fetch()
    if (!isRunning) return route.fulfill({ response })
    return route.fulfill({ response, json: { ...((await response.json()) as object), data_tasks: [running] } })
  })
  return () => {
    isRunning = false
  }
}

/** Hides the tab, because a page without a window is always visible. */
const hideTab = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
/** Returns how many tabs report that they are visible, and how many show notifications. */
const countLocks = (page: Page) =>
  page.evaluate(async () => {
    const names = (await navigator.locks.query()).held?.map(({ name = '' }) => name) ?? []
    return ['earshot-visible-', 'earshot-notices-'].map((start) => names.filter((name) => name.startsWith(start)).length)
  })

it('notifies once of a recording that is ready, counts it in the titles of hidden tabs, and opens it on a click', async () => {
  await using monitor = await openSignedIn(harness)
  const { page } = monitor
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin: harness.url })
  await context.addInitScript(() => {
    const notifications: Notification[] = []
    const Native = Notification
    class RecordedNotification extends Native {
      // Chromium without a window reports "denied" here, whatever is granted.
      static override readonly permission = 'granted'
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        notifications.push(this)
      }
    }
    Object.assign(window, { Notification: RecordedNotification, notifications })
    localStorage.setItem('earshot_ready_notices', JSON.stringify({ value: true, expires: null }))
  })
  const notificationsOf = (tab: Page) =>
    tab.evaluate(() =>
      (window as unknown as { notifications: Notification[] }).notifications.map(({ title, body }) => [title, body]),
    )
  const { files, generate } = createClients(harness.url, { token: harness.token })
  // Another test may have left it in the trash.
  await files.untrash({ body: [harness.fileId] })
  await expect.poll(async () => (await generate.status({})).data_tasks.map(({ stage }) => stage)).toEqual(['done'])
  const tabs = [page, await context.newPage()]
  const endings = await Promise.all(tabs.map((tab) => pretendRunning(tab, harness.fileId)))
  for (const tab of tabs) {
    await tab.goto(harness.url)
    await tab
      .getByRole('button', { name: /1 in progress/ })
      .first()
      .waitFor()
  }
  await expect.poll(() => countLocks(page)).toEqual([2, 1])
  for (const tab of tabs) await hideTab(tab)
  await expect.poll(() => countLocks(page)).toEqual([0, 1])
  for (const end of endings) end()
  await generate.transsumm({ params: { id: harness.fileId }, body: { is_reload: 1, operate_type: 'reTranscribe' } })
  for (const tab of tabs) await expect.poll(() => tab.title()).toMatch(/^\(1\) Home/)
  const notified = async () => (await Promise.all(tabs.map(notificationsOf))).flat()
  await expect.poll(notified).toEqual([['Interview', 'Transcript and summary are ready.']])
  const [first] = await notificationsOf(page)
  const notifier = first ? page : tabs[1]!
  await notifier.evaluate(() => {
    const [shown] = (window as unknown as { notifications: Notification[] }).notifications
    shown?.dispatchEvent(new Event('click'))
  })
  await notifier.waitForURL(`**${paths.file(harness.fileId)}`)
  expect(monitor.pageErrors).toEqual([])
})
