import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POPUP_RULES } from '#test/browser/axeFindings.ts'
import { KeyboardUser } from './keyboard/KeyboardUser.ts'
import {
  type LibraryHarness,
  bulkBar,
  expectNoAxeFindings,
  startLibraryHarness,
  sidebarLink,
  row,
  toast,
} from './harness/libraryHarness.ts'

const FILE_COUNT = 200

let harness: LibraryHarness

beforeAll(async () => {
  harness = await startLibraryHarness()
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
})

describe('organising a library of 200 recordings', () => {
  it('works with the mouse: ranges, dragging, bulk moves, undo, trash, restore and permanent deletion (B§4)', async () => {
    const { page, counts, folder } = await harness.createUser('mouse', FILE_COUNT)
    const dragImageTexts = await recordDragImages(page)
    await sidebarLink(page, 'All files', FILE_COUNT).waitFor()
    await expectNoAxeFindings(page, 'all files')
    await createFolder(page, 'Alpha')
    await createFolder(page, 'Beta')

    await selectRange(page, 1, 50)
    await expectNoAxeFindings(page, 'fifty chosen')
    await scrollToRow(page, 50)
    await dragOnto(row(page, 50), sidebarLink(page, 'Alpha', 0))
    await toast(page, '50 recordings moved to “Alpha”').waitFor()
    expect(await dragImageTexts()).toEqual(['50 recordings'])
    await sidebarLink(page, 'Alpha', 50).waitFor()

    await scrollToRow(page, 40)
    await dragOnto(row(page, 40), sidebarLink(page, 'Alpha', 50))
    await toast(page, 'Already here.').waitFor()
    await bulkBar(page, 50).getByRole('button', { name: 'Clear selection' }).click()

    await selectRange(page, 51, 100)
    await moveSelection(page, 50, 'Beta')
    await sidebarLink(page, 'Beta', 50).waitFor()
    await toast(page, 'moved to “Beta”').getByRole('button', { name: 'Undo' }).click()
    await sidebarLink(page, 'Beta', 0).waitFor()
    const alphaCounts = { [await folder('Alpha')]: 50 }
    await expect.poll(async () => (await counts()).by_folder).toEqual(alphaCounts)
    await selectRange(page, 51, 100)
    await moveSelection(page, 50, 'Beta')
    await toast(page, 'moved to “Beta”').getByRole('button', { name: 'Visit' }).click()
    await page.getByRole('heading', { name: 'Beta', level: 1 }).waitFor()
    await expectNoAxeFindings(page, 'a folder')

    await sidebarLink(page, 'All files', FILE_COUNT).click()
    await selectRange(page, 101, 130)
    await bulkBar(page, 30).getByRole('button', { name: 'Move to trash' }).click()
    await toast(page, '30 recordings moved to trash').getByRole('button', { name: 'Undo' }).click()
    await sidebarLink(page, 'All files', FILE_COUNT).waitFor()
    await selectRange(page, 101, 130)
    await bulkBar(page, 30).getByRole('button', { name: 'Move to trash' }).click()
    await sidebarLink(page, 'Trash', 30).click()
    await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
    await page.getByText('30 days left').first().waitFor()
    await expectNoAxeFindings(page, 'trash')
    await selectRange(page, 1, 10)
    await bulkBar(page, 10).getByRole('button', { name: 'Restore' }).click()
    await sidebarLink(page, 'Trash', 20).waitFor()
    await selectRange(page, 1, 1)
    await bulkBar(page, 1).getByRole('checkbox', { name: 'Select all' }).click()
    await bulkBar(page, 20).getByRole('button', { name: 'Delete forever' }).click()
    const confirmDialog = page.getByRole('alertdialog', { name: 'Delete 20 recordings forever?' })
    await confirmDialog.waitFor()
    await expectNoAxeFindings(page, 'asks for confirmation', POPUP_RULES)
    await confirmDialog.getByRole('button', { name: 'Delete forever' }).click()
    await page.getByText('The trash is empty.').waitFor()

    await sidebarLink(page, 'All files', FILE_COUNT - 20).click()
    await row(page, 3).hover()
    await row(page, 3)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: /^Rename/ }).click()
    await page.getByLabel('Title of the recording').fill('Named by mouse')
    await page.getByRole('heading', { name: 'All files' }).click()
    await page.getByRole('link', { name: 'Named by mouse' }).waitFor()
    const byFolder = { [await folder('Alpha')]: 50, [await folder('Beta')]: 50 }
    await expect.poll(counts).toMatchObject({ all: 180, trash: 0, unorganized: 80, by_folder: byFolder })
    expect(harness.pageErrors).toEqual([])
  })

  it('works with the keyboard only: Space, Shift+arrows, M, Delete, F2 and Ctrl+Z', async () => {
    const { page, counts, folder } = await harness.createUser('keys', FILE_COUNT)
    const keyboard = new KeyboardUser(page)
    for (const name of ['Alpha', 'Beta']) {
      await keyboard.tabTo('button "New folder"')
      await keyboard.press('Enter')
      await keyboard.expectDialog(/folder/i)
      await keyboard.type(name)
      await keyboard.press('Enter')
      await sidebarLink(page, name, 0).waitFor()
    }
    await tabToList(keyboard)
    await goToRow(keyboard, 'Home', 1)
    await keyboard.press('Space', ...repeat(49, 'Shift+ArrowDown'))
    await bulkBar(page, 50).waitFor()
    await keyboard.press('m')
    await chooseMenuItem(keyboard, 'Alpha')
    await toast(page, '50 recordings moved to “Alpha”').waitFor()
    await sidebarLink(page, 'Alpha', 50).waitFor()
    await keyboard.press('Control+z')
    await sidebarLink(page, 'Alpha', 0).waitFor()
    await goToRow(keyboard, 'Home', 1)
    await keyboard.press('Space', 'Shift+End')
    await bulkBar(page, FILE_COUNT).waitFor()
    await keyboard.press('Escape')
    await bulkBar(page, FILE_COUNT).waitFor({ state: 'detached' })
    await goToRow(keyboard, 'Home', 1)
    await keyboard.press('Space', ...repeat(49, 'Shift+ArrowDown'))
    await bulkBar(page, 50).waitFor()
    await keyboard.press('m')
    await chooseMenuItem(keyboard, 'Beta')
    await sidebarLink(page, 'Beta', 50).waitFor()
    await expectNoAxeFindings(page, 'moved by keys')

    await goToRow(keyboard, 'End', FILE_COUNT)
    await keyboard.press('Space', ...repeat(29, 'Shift+ArrowUp'))
    await bulkBar(page, 30).waitFor()
    await keyboard.press('Delete')
    await toast(page, '30 recordings moved to trash').waitFor()
    await sidebarLink(page, 'Trash', 30).waitFor()
    await keyboard.press('Control+z')
    await sidebarLink(page, 'Trash', 0).waitFor()
    await goToRow(keyboard, 'End', FILE_COUNT)
    await keyboard.press('Space', ...repeat(29, 'Shift+ArrowUp'))
    await bulkBar(page, 30).waitFor()
    await keyboard.press('Delete')
    await sidebarLink(page, 'Trash', 30).waitFor()
    await goToRow(keyboard, 'Home', 1)
    await keyboard.press('F2')
    await keyboard.expectFocus(/^textbox "Title of the recording"/)
    await keyboard.press('Control+a')
    await keyboard.type('Named by keys')
    await keyboard.press('Enter')
    await keyboard.expectFocus('link "Named by keys"')

    await keyboard.tabTo(/^link "Trash/, { key: 'Shift+Tab' })
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
    await tabToList(keyboard)
    await goToRow(keyboard, 'Home', 1)
    await keyboard.press('Space', ...repeat(9, 'Shift+ArrowDown'))
    await bulkBar(page, 10).waitFor()
    await keyboard.tabTo(/^button "Restore"/, { key: 'Shift+Tab' })
    await keyboard.press('Enter')
    await sidebarLink(page, 'Trash', 20).waitFor()
    await tabToList(keyboard)
    await keyboard.press('Control+a')
    await bulkBar(page, 20).waitFor()
    await keyboard.press('Delete')
    await keyboard.expectDialog('Delete 20 recordings forever?')
    await keyboard.tabTo('button "Delete forever"')
    await keyboard.press('Enter')
    await page.getByText('The trash is empty.').waitFor()
    await expectNoAxeFindings(page, 'emptied by keys')
    const byFolder = { [await folder('Beta')]: 50 }
    await expect.poll(counts).toMatchObject({ all: 180, trash: 0, unorganized: 130, by_folder: byFolder })
    expect(keyboard.focusProblems).toEqual([])
    expect(harness.pageErrors).toEqual([])
  })
})

it('drags a recording out of the window as a file served by the server', async () => {
  const { page } = await harness.createUser('desktop', 3)
  await page.evaluate(() =>
    document.addEventListener('dragstart', ({ dataTransfer }) => {
      const types = ['DownloadURL', 'text/uri-list', 'application/x-earshot-files']
      Object.assign(window, { dragged: types.map((type) => dataTransfer?.getData(type)) })
    }),
  )
  const readDragged = () => page.evaluate(() => (window as unknown as { dragged?: string[] }).dragged ?? [])
  const title = await row(page, 2).getByRole('link').innerText()
  const fileId = await row(page, 2).getAttribute('data-row')
  const link = page.waitForResponse(/\/file\/temp-url\//)
  const start = (await row(page, 2).boundingBox())!
  await page.mouse.move(start.x + 120, start.y + start.height / 2)
  await page.mouse.down()
  await (await link).finished()
  // The page has processed the response once it has painted two frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.mouse.move(start.x + 140, start.y + start.height / 2 + 8, { steps: 3 })
  await page.mouse.up()
  const [downloadUrl = '', address, ids] = await readDragged()
  expect([address, ids]).toEqual([expect.stringContaining(`/file/${fileId}`), JSON.stringify([fileId])])
  const [, type, name, url = ''] = /^([^:]+):([^:]+):(.+)$/.exec(downloadUrl) ?? []
  expect([type, name]).toEqual(['audio/mpeg', `${title.replaceAll(/[:/?"]/g, '-')}.mp3`])
  const response = await fetch(url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
})

it('begins with the content of a recording at most 112 px from the top of a phone, and shows no keys there', async () => {
  const { page: desktop } = await harness.createUser('phone', 1)
  const storageState = await desktop.context().storageState()
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await desktop
    .context()
    .browser()!
    .newContext({ ...phone, storageState })
  const page = await context.newPage()
  await page.goto(desktop.url())
  await row(page, 1).getByRole('link').click()
  const tabs = (await page.getByRole('tablist').boundingBox())!
  // Below the notice of the test mode.
  const main = (await page.getByRole('main').boundingBox())!
  expect(tabs.y + tabs.height - main.y).toBeLessThanOrEqual(112)
  await page.getByRole('button', { name: /Me$/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  expect(await page.locator('kbd').filter({ visible: true }).allInnerTexts()).toEqual([])
  await context.close()
})

/** Records the texts of drag images. Returns a function that reads them. */
async function recordDragImages(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const dragImageTexts: string[] = []
    Object.assign(window, { dragImageTexts })
    const setDragImage = DataTransfer.prototype.setDragImage
    DataTransfer.prototype.setDragImage = function (image, x, y) {
      dragImageTexts.push(image.textContent ?? '')
      setDragImage.call(this, image, x, y)
    }
  })
  return () => page.evaluate(() => (window as unknown as { dragImageTexts: string[] }).dragImageTexts)
}

async function createFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await sidebarLink(page, name, 0).waitFor()
}

/** Selects a range: clicks the checkbox of one row and Shift-clicks that of another. */
async function selectRange(page: Page, from: number, to: number): Promise<void> {
  await scrollToRow(page, from)
  await row(page, from).getByRole('checkbox').click()
  await scrollToRow(page, to)
  if (to !== from)
    await row(page, to)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
  await bulkBar(page, to - from + 1).waitFor()
}

/** Scrolls the list with the wheel until the row is shown. */
async function scrollToRow(page: Page, position: number): Promise<void> {
  const list = page.getByRole('list', { name: /./ }).filter({ has: page.locator('[data-row]') })
  await list.hover()
  await page.mouse.wheel(0, -1_000_000)
  await page.waitForFunction((firstSelector) => !!document.querySelector(firstSelector), '[data-row][aria-posinset="1"]')
  for (let attempt = 0; (await row(page, position).count()) === 0; attempt++) {
    if (attempt > 20) throw new Error(`the wheel never reached row ${position}`)
    await page.mouse.wheel(0, await list.evaluate(scrollDistance, position))
    await waitForScrollEnd(page)
  }
  await row(page, position).scrollIntoViewIfNeeded()
  await waitForScrollEnd(page)
}

/** Runs in the page. Returns how far to scroll to bring a row to the middle of the list. */
function scrollDistance(list: Element, position: number): number {
  const [firstRow] = list.querySelectorAll('[data-row]')
  const total = Number(firstRow?.getAttribute('aria-setsize'))
  return ((position - 0.5) / total) * list.scrollHeight - list.scrollTop - list.clientHeight / 2
}

/**
 * Waits until the list has not moved for ten frames. A wheel scroll continues for a while, and a click during it would hit another
 * row.
 */
async function waitForScrollEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const list = document.querySelector('[role=list]:has([data-row])')
    for (let stillFrames = 0, previousTop = -1; stillFrames < 10;) {
      await new Promise(requestAnimationFrame)
      const top = list?.scrollTop ?? 0
      stillFrames = top === previousTop ? stillFrames + 1 : 0
      previousTop = top
    }
  })
}

/**
 * Moves the focus to the first or last row. Row and focus may appear some frames later; for the last row, the list must be complete
 * first.
 */
async function goToRow(keyboard: KeyboardUser, key: 'Home' | 'End', position: number): Promise<void> {
  if (key === 'End') await keyboard.page.locator(`[data-row][aria-setsize="${position}"]`).first().waitFor()
  // The focus moves on from a removed row.
  await keyboard.page.waitForFunction(() => document.activeElement?.closest('[data-row]'))
  await keyboard.press(key)
  await keyboard.page.waitForFunction(
    (expected) => document.activeElement?.closest('[data-row]')?.getAttribute('aria-posinset') === String(expected),
    position,
  )
}

/** Drags as a user does: press, a small move, a move over the target, release. */
async function dragOnto(source: Locator, target: Locator): Promise<void> {
  const page = source.page()
  const [start, end] = [await source.boundingBox(), await target.boundingBox()]
  if (!start || !end) throw new Error('nothing to drag, or nowhere to drag it to')
  await page.mouse.move(start.x + 120, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 140, start.y + start.height / 2 + 8, { steps: 3 })
  await page.mouse.move(end.x + 60, end.y + end.height / 2, { steps: 6 })
  await page.mouse.up()
}

async function moveSelection(page: Page, selectedCount: number, name: string): Promise<void> {
  await bulkBar(page, selectedCount).getByRole('button', { name: 'Move to folder' }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
}

const repeat = (attempt: number, key: string): string[] => Array.from({ length: attempt }, () => key)

/** Presses Tab until a title in the list has the focus. The list is one tab stop, and a row's checkbox comes before its title. */
async function tabToList(keyboard: KeyboardUser): Promise<void> {
  for (let attempt = 0; attempt < 80; attempt++) {
    if (await keyboard.page.evaluate(() => !!document.activeElement?.matches('[data-file]'))) return
    await keyboard.press('Tab')
  }
  throw new Error('Tab never reaches the list')
}

async function chooseMenuItem(keyboard: KeyboardUser, name: string): Promise<void> {
  await keyboard.page.getByRole('menu').waitFor()
  for (let attempt = 0; attempt < 8; attempt++) {
    if ((await keyboard.focus()).startsWith(`menuitem "${name}`)) return keyboard.press('Enter')
    await keyboard.press('ArrowDown')
  }
  throw new Error(`no item ${name}`)
}
