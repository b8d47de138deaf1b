import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { type RouteHarness, openRouteHarness } from './harness/checkRoutes.ts'
import { openSignedIn } from './harness/failRequests.ts'
import { sharedEarshot } from './sharedEarshot.ts'

let harness: RouteHarness

beforeAll(async () => {
  harness = await openRouteHarness(sharedEarshot.url, 'toni')
})

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

/** Returns the names of those elements that the toast with this text covers. */
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

// recorder.test.ts compares them with the recorder.
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
    const trashed = toasts(page).getByRole('dialog').filter({ hasText: 'Moved to trash' })
    await trashed.getByRole('button', { name: 'Undo' }).click()
    await toasts(page).getByText('Moved to trash').waitFor({ state: 'detached' })
  })
})
