import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POPUP_RULES } from '#test/running/axeFindings.ts'
import { KeyWalk } from './keyWalk.ts'
import { type LibraryStage, bar, expectNoFindings, libraryStage, place, row, toast } from './libraryStage.ts'

const FILES = 200

let stage: LibraryStage

beforeAll(async () => {
  stage = await libraryStage()
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
})

describe('organising a library of 200 recordings', () => {
  it('works with the mouse: ranges, dragging, bulk moves, undo, trash, restore and permanent deletion (B§4)', async () => {
    const { page, counts, folder } = await stage.owner('mouse', FILES)
    const ghosts = await watchGhosts(page)
    await place(page, 'All files', FILES).waitFor()
    await expectNoFindings(page, 'all files')
    await newFolder(page, 'Alpha')
    await newFolder(page, 'Beta')

    await pickRange(page, 1, 50)
    await expectNoFindings(page, 'fifty chosen')
    await wheelTo(page, 50)
    await dragTo(row(page, 50), place(page, 'Alpha', 0))
    await toast(page, '50 recordings moved to “Alpha”').waitFor()
    expect(await ghosts()).toEqual(['50 recordings'])
    await place(page, 'Alpha', 50).waitFor()

    await wheelTo(page, 40)
    await dragTo(row(page, 40), place(page, 'Alpha', 50))
    await toast(page, 'Already in this place.').waitFor()
    await bar(page, 50).getByRole('button', { name: 'Clear selection' }).click()

    await pickRange(page, 51, 100)
    await moveTo(page, 50, 'Beta')
    await place(page, 'Beta', 50).waitFor()
    await toast(page, 'moved to “Beta”').getByRole('button', { name: 'Undo' }).click()
    await place(page, 'Beta', 0).waitFor()
    const inAlpha = { [await folder('Alpha')]: 50 }
    await expect.poll(async () => (await counts()).by_folder).toEqual(inAlpha)
    await pickRange(page, 51, 100)
    await moveTo(page, 50, 'Beta')
    await toast(page, 'moved to “Beta”').getByRole('button', { name: 'Visit' }).click()
    await page.getByRole('heading', { name: 'Beta', level: 1 }).waitFor()
    await expectNoFindings(page, 'a folder')

    await place(page, 'All files', FILES).click()
    await pickRange(page, 101, 130)
    await bar(page, 30).getByRole('button', { name: 'Move to trash' }).click()
    await toast(page, '30 recordings moved to the trash').getByRole('button', { name: 'Undo' }).click()
    await place(page, 'All files', FILES).waitFor()
    await pickRange(page, 101, 130)
    await bar(page, 30).getByRole('button', { name: 'Move to trash' }).click()
    await place(page, 'Trash', 30).click()
    await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
    await page.getByText('30 days left').first().waitFor()
    await expectNoFindings(page, 'trash')
    await pickRange(page, 1, 10)
    await bar(page, 10).getByRole('button', { name: 'Restore' }).click()
    await place(page, 'Trash', 20).waitFor()
    await pickRange(page, 1, 1)
    await bar(page, 1).getByRole('checkbox', { name: 'Select all' }).click()
    await bar(page, 20).getByRole('button', { name: 'Delete for good' }).click()
    const asked = page.getByRole('alertdialog', { name: 'Delete 20 recordings for good?' })
    await asked.waitFor()
    await expectNoFindings(page, 'asked whether for good', POPUP_RULES)
    await asked.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('The trash is empty.').waitFor()

    await place(page, 'All files', FILES - 20).click()
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
    expect(stage.troubles).toEqual([])
  })

  it('works with the keyboard only: Space, Shift+arrows, M, Delete, F2 and Ctrl+Z', async () => {
    const { page, counts, folder } = await stage.owner('keys', FILES)
    const keys = new KeyWalk(page)
    for (const name of ['Alpha', 'Beta']) {
      await keys.tabTo('button "New folder"')
      await keys.press('Enter')
      await keys.expectDialog(/folder/i)
      await keys.type(name)
      await keys.press('Enter')
      await place(page, name, 0).waitFor()
    }
    await toList(keys)
    await goTo(keys, 'Home', 1)
    await keys.press('Space', ...times(49, 'Shift+ArrowDown'))
    await bar(page, 50).waitFor()
    await keys.press('m')
    await choose(keys, 'Alpha')
    await toast(page, '50 recordings moved to “Alpha”').waitFor()
    await place(page, 'Alpha', 50).waitFor()
    await keys.press('Control+z')
    await place(page, 'Alpha', 0).waitFor()
    await goTo(keys, 'Home', 1)
    await keys.press('Space', 'Shift+End')
    await bar(page, FILES).waitFor()
    await keys.press('Escape')
    await bar(page, FILES).waitFor({ state: 'detached' })
    await goTo(keys, 'Home', 1)
    await keys.press('Space', ...times(49, 'Shift+ArrowDown'))
    await bar(page, 50).waitFor()
    await keys.press('m')
    await choose(keys, 'Beta')
    await place(page, 'Beta', 50).waitFor()
    await expectNoFindings(page, 'moved by keys')

    await goTo(keys, 'End', FILES)
    await keys.press('Space', ...times(29, 'Shift+ArrowUp'))
    await bar(page, 30).waitFor()
    await keys.press('Delete')
    await toast(page, '30 recordings moved to the trash').waitFor()
    await place(page, 'Trash', 30).waitFor()
    await keys.press('Control+z')
    await place(page, 'Trash', 0).waitFor()
    await goTo(keys, 'End', FILES)
    await keys.press('Space', ...times(29, 'Shift+ArrowUp'))
    await bar(page, 30).waitFor()
    await keys.press('Delete')
    await place(page, 'Trash', 30).waitFor()
    await goTo(keys, 'Home', 1)
    await keys.press('F2')
    await keys.expectFocus(/^textbox "Title of the recording"/)
    await keys.press('Control+a')
    await keys.type('Named by keys')
    await keys.press('Enter')
    await keys.expectFocus('link "Named by keys"')

    await keys.tabTo(/^link "Trash/, { key: 'Shift+Tab' })
    await keys.press('Enter')
    await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
    await toList(keys)
    await goTo(keys, 'Home', 1)
    await keys.press('Space', ...times(9, 'Shift+ArrowDown'))
    await bar(page, 10).waitFor()
    await keys.tabTo(/^button "Restore"/, { key: 'Shift+Tab' })
    await keys.press('Enter')
    await place(page, 'Trash', 20).waitFor()
    await toList(keys)
    await keys.press('Control+a')
    await bar(page, 20).waitFor()
    await keys.press('Delete')
    await keys.expectDialog('Delete 20 recordings for good?')
    await keys.tabTo('button "Delete for good"')
    await keys.press('Enter')
    await page.getByText('The trash is empty.').waitFor()
    await expectNoFindings(page, 'emptied by keys')
    const byFolder = { [await folder('Beta')]: 50 }
    await expect.poll(counts).toMatchObject({ all: 180, trash: 0, unorganized: 130, by_folder: byFolder })
    expect(keys.troubles).toEqual([])
    expect(stage.troubles).toEqual([])
  })
})

/** Records the texts of drag images. Returns a function that reads them. */
async function watchGhosts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const ghosts: string[] = []
    Object.assign(window, { ghosts })
    const set = DataTransfer.prototype.setDragImage
    DataTransfer.prototype.setDragImage = function (image, x, y) {
      ghosts.push(image.textContent ?? '')
      set.call(this, image, x, y)
    }
  })
  return () => page.evaluate(() => (window as unknown as { ghosts: string[] }).ghosts)
}

async function newFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await place(page, name, 0).waitFor()
}

/** Selects a range: clicks the checkbox of one row and Shift-clicks that of another. */
async function pickRange(page: Page, from: number, to: number): Promise<void> {
  await wheelTo(page, from)
  await row(page, from).getByRole('checkbox').click()
  await wheelTo(page, to)
  if (to !== from)
    await row(page, to)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
  await bar(page, to - from + 1).waitFor()
}

/** Scrolls the list with the wheel until the row is shown. */
async function wheelTo(page: Page, at: number): Promise<void> {
  const list = page.getByRole('list', { name: /./ }).filter({ has: page.locator('[data-row]') })
  await list.hover()
  await page.mouse.wheel(0, -1_000_000)
  await page.waitForFunction((first) => !!document.querySelector(first), '[data-row][aria-posinset="1"]')
  for (let turns = 0; (await row(page, at).count()) === 0; turns++) {
    if (turns > 20) throw new Error(`the wheel never came to row ${at}`)
    await page.mouse.wheel(0, await list.evaluate(missing, at))
    await standsStill(page)
  }
  await row(page, at).scrollIntoViewIfNeeded()
  await standsStill(page)
}

/** Runs in the page. Returns how far to scroll to bring a row to the middle of the list. */
function missing(list: Element, at: number): number {
  const [shown] = list.querySelectorAll('[data-row]')
  const total = Number(shown?.getAttribute('aria-setsize'))
  return ((at - 0.5) / total) * list.scrollHeight - list.scrollTop - list.clientHeight / 2
}

/**
 * Waits until the list has not moved for ten frames. A wheel scroll continues for a while, and a click meanwhile would hit
 * another row.
 */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const list = document.querySelector('[role=list]:has([data-row])')
    for (let still = 0, before = -1; still < 10;) {
      await new Promise(requestAnimationFrame)
      const top = list?.scrollTop ?? 0
      still = top === before ? still + 1 : 0
      before = top
    }
  })
}

/**
 * Moves the focus to the first or last row. Row and focus may appear some frames later; for the last row the list must be
 * complete first.
 */
async function goTo(keys: KeyWalk, key: 'Home' | 'End', at: number): Promise<void> {
  if (key === 'End') await keys.page.locator(`[data-row][aria-setsize="${at}"]`).first().waitFor()
  await keys.press(key)
  await keys.page.waitForFunction(
    (place) => document.activeElement?.closest('[data-row]')?.getAttribute('aria-posinset') === String(place),
    at,
  )
}

/** Drags as a user does: press, a small move, a move over the target, release. */
async function dragTo(from: Locator, target: Locator): Promise<void> {
  const page = from.page()
  const [start, end] = [await from.boundingBox(), await target.boundingBox()]
  if (!start || !end) throw new Error('nothing to drag, or nowhere to drag it to')
  await page.mouse.move(start.x + 120, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 140, start.y + start.height / 2 + 8, { steps: 3 })
  await page.mouse.move(end.x + 60, end.y + end.height / 2, { steps: 6 })
  await page.mouse.up()
}

async function moveTo(page: Page, chosen: number, name: string): Promise<void> {
  await bar(page, chosen).getByRole('button', { name: 'Move to folder' }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
}

const times = (n: number, key: string): string[] => Array.from({ length: n }, () => key)

/** Presses Tab until a title in the list has the focus. The list is one tab stop, and a row's checkbox comes before its title. */
async function toList(keys: KeyWalk): Promise<void> {
  for (let n = 0; n < 80; n++) {
    if (await keys.page.evaluate(() => !!document.activeElement?.matches('[data-file]'))) return
    await keys.press('Tab')
  }
  throw new Error('Tab never comes to the list')
}

async function choose(keys: KeyWalk, name: string): Promise<void> {
  await keys.page.getByRole('menu').waitFor()
  for (let n = 0; n < 8; n++) {
    if ((await keys.focus()).startsWith(`menuitem "${name}`)) return keys.press('Enter')
    await keys.press('ArrowDown')
  }
  throw new Error(`no item ${name}`)
}
