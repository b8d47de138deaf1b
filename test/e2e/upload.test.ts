import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { executeSql } from '#platform/db/db.ts'
import { readConfig } from '#platform/config/config.ts'
import { POPUP_RULES, axeFindings } from '#test/browser/axeFindings.ts'
import { waitForAnimations } from '#test/browser/waitForAnimations.ts'
import { createBareOpus } from '#test/fixtures/sound/createBareOpus.ts'
import { type User, signUp } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { openLocalServer } from '#dev/seed/openLocalServer.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { KeyboardUser } from './keyboard/KeyboardUser.ts'
import { sharedEarshot } from './sharedEarshot.ts'

const { url, settings } = sharedEarshot
let dir: string
let user: User
const pageErrors: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-upload-'))
  user = await signUp(url, 'ulla')
})
afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
})

/** Opens a page of the user, by default on the list of all files. */
async function openPage(user: User, address = paths.fileList({ categoryId: 'allFiles' })): Promise<Page> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await storeValues(context, { tokenstr: user.token, consent: { statistics: false }, pweblang: 'en_US', comlang: 'en_US' })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  // Intercepts the file chooser from the start. If this were set only before the click, the click might come first.
  page.on('filechooser', () => {})
  await page.goto(url + address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload', exact: true })
const listTitles = async (user: User) =>
  (await user.files.simple({ query: {} })).data_file_list.map((file) => file.filename).toSorted()

/** Drops files and folders on an element, as the operating system does, once the page shows where they would go. */
async function dropFiles(page: Page, files: readonly string[], selector: string): Promise<void> {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`nothing to drop on: ${selector}`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') => client.send('Input.dispatchDragEvent', { type, x, y, data })
  // The heading is rendered before the drop handler is loaded.
  const drag = async () => {
    await send('dragEnter')
    await send('dragOver')
    return page.getByText(/^Drop to upload/).count()
  }
  await expect.poll(drag).toBe(1)
  await send('drop')
  await client.detach()
}

describe('choosing files', () => {
  it('uploads a folder dropped on a sidebar folder, with subfolders and without hidden or unsupported files (B§5)', async ({
    task,
  }) => {
    // A retry of the test uses a different folder.
    const name = `Kampala ${task.result?.retryCount ?? 0}`
    const { data_filetag: folder } = await user.folders.create({ body: { name, color: '#4c8eff' } })
    const tripDir = join(dir, 'trip')
    await mkdir(join(tripDir, 'day 1', 'deep'), { recursive: true })
    await writeFile(join(tripDir, 'one.asr'), createBareOpus('1'))
    await writeFile(join(tripDir, 'day 1', 'two.asr'), createBareOpus('2'))
    await writeFile(join(tripDir, 'day 1', 'deep', 'three.asr'), createBareOpus('3'))
    await writeFile(join(tripDir, 'day 1', '.hidden.asr'), createBareOpus('4'))
    await writeFile(join(tripDir, 'day 1', 'cover.jpg'), 'x')
    const page = await openPage(user)
    await dropFiles(page, [tripDir], `[data-drop-folder="${folder.id}"]`)
    const dialog = dialogOf(page)
    await dialog.getByText('2 files were skipped: they are hidden, or not audio or video.').waitFor()
    await dialog.getByText('3 of 3 files uploaded').first().waitFor()
    expect(await axeFindings(page, POPUP_RULES)).toEqual([])
    expect(await listTitles(user)).toEqual(['one', 'three', 'two'])
    const { data_file_list } = await user.files.simple({ query: {} })
    expect(data_file_list.map((file) => file.filetag_id_list)).toEqual([[folder.id], [folder.id], [folder.id]])
    await page.context().close()
  })

  it('keeps position and size of the dialog with one file and with many', async () => {
    await user.folders.create({ body: { name: 'Gulu', color: '#46cf6c' } })
    const page = await openPage(user)
    await page.keyboard.press('u')
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Choose files' }).waitFor()
    await waitForAnimations(page)
    expect(await dialog.getByRole('combobox', { name: 'Folder' }).innerText()).toBe('No folder')
    const before = await dialog.boundingBox()
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'first.asr', mimeType: 'audio/ogg', buffer: Buffer.from(createBareOpus('first')) })
    await dialog.getByRole('button', { name: /^(Open|Read summary): / }).waitFor()
    expect(await dialog.boundingBox()).toEqual(before)
    const refused = Array.from({ length: 12 }, (_, n) => ({ name: `${n}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') }))
    await dialog.locator('input[type=file]').first().setInputFiles(refused)
    await dialog.getByText('Not an audio or video file.').last().waitFor()
    expect(await dialog.boundingBox()).toEqual(before)
    await dialog.getByText('11.txt').scrollIntoViewIfNeeded()
    const [row, done] = [dialog.getByText('11.txt'), dialog.getByRole('button', { name: 'Done' })]
    expect((await row.boundingBox())!.y).toBeLessThan((await done.boundingBox())!.y)
    await page.context().close()
  })

  it('uploads files pasted anywhere on the page', async () => {
    const page = await openPage(user)
    const paste = () =>
      page.evaluate(
        (bytes) => {
          const clipboardData = new DataTransfer()
          clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.asr'))
          const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
          document.body.dispatchEvent(event)
          return event.defaultPrevented
        },
        [...createBareOpus('5')],
      )
    // The heading is rendered before the paste handler is loaded.
    await expect.poll(paste).toBe(true)
    await dialogOf(page)
      .getByRole('button', { name: /^(Open|Read summary): / })
      .waitFor()
    expect(await listTitles(user)).toContain('pasted')
    await page.context().close()
  })

  it('works with the keyboard only: choose, refuse, remove, undo, upload, open', async () => {
    const page = await openPage(user)
    const keyboard = new KeyboardUser(page)
    await keyboard.press('u')
    await keyboard.expectDialog('Upload')
    await keyboard.tabTo('button "Choose files"', { most: 6 }).catch(() => keyboard.expectFocus('button "Choose files"'))
    const fileChooser = page.waitForEvent('filechooser')
    await keyboard.press('Enter')
    await (
      await fileChooser
    ).setFiles([
      { name: 'holiday.heic', mimeType: 'image/heic', buffer: Buffer.from('x') },
      { name: 'by keys.asr', mimeType: '', buffer: createBareOpus('6') },
    ])
    await dialogOf(page)
      .getByRole('button', { name: /^(Open|Read summary): / })
      .waitFor()
    await keyboard.tabTo('button "Remove: holiday.heic"')
    await keyboard.press('Enter')
    // The focus moves to the row that replaced the removed one.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), { timeout: 10_000 })
      .toMatch(/^(Open|Read summary): by keys$/)
    // Undo works only while its toast is shown.
    await page.getByRole('button', { name: /^Undo/ }).waitFor()
    await keyboard.press('Control+z')
    await dialogOf(page).getByText('holiday.heic').waitFor()
    await keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await listTitles(user)).toContain('by keys')
    expect(keyboard.focusProblems).toEqual([])
    await page.context().close()
  })

  it('recognizes the same audio under another name and opens the existing recording', async () => {
    const page = await openPage(user)
    await page.keyboard.press('u')
    await dialogOf(page).waitFor()
    await page.locator('input[type=file]').setInputFiles({ name: 'renamed.asr', mimeType: '', buffer: createBareOpus('5') })
    await dialogOf(page).getByText('You already have this audio: “pasted”.').waitFor()
    await page.getByRole('button', { name: 'Open: renamed.asr' }).click()
    await page.getByRole('heading', { name: 'pasted' }).waitFor()
    expect(await listTitles(user)).not.toContain('renamed')
    await page.context().close()
  })
})

describe('without a membership (B§6)', () => {
  it('opens the no-member dialog for every way to upload, and the server refuses as well', async () => {
    const nonMember = await signUp(url, 'mara')
    const latePage = await openPage(nonMember)
    await latePage.keyboard.press('u')
    await dialogOf(latePage).waitFor()
    await endMembership(nonMember.id)
    // The page does not know yet that the membership has ended. The server does.
    await latePage.locator('input[type=file]').setInputFiles({ name: 'late.asr', mimeType: '', buffer: createBareOpus('7') })
    const noMemberDialog = (page: Page) => page.getByRole('dialog', { name: 'Uploading needs a membership' })
    await noMemberDialog(latePage).waitFor()
    expect(await listTitles(nonMember)).toEqual([])
    await latePage.context().close()

    const page = await openPage(nonMember)
    await page.waitForFunction(() => document.querySelector('main'))
    for (const startUpload of [
      () => page.keyboard.press('u'),
      () => dropFiles(page, [join(dir, 'trip', 'one.asr')], 'main'),
      () =>
        page.evaluate(() => {
          const clipboardData = new DataTransfer()
          clipboardData.items.add(new File(['x'], 'pasted.asr'))
          document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        }),
    ]) {
      await startUpload()
      await noMemberDialog(page).waitFor()
      expect(await dialogOf(page).count()).toBe(0)
      await page.keyboard.press('Escape')
      await noMemberDialog(page).waitFor({ state: 'detached' })
    }
    await page.context().close()
  })

  it('causes no page errors', () => expect(pageErrors).toEqual([]))
})

/** Ends the membership directly in the database, because an operator can only grant time. */
async function endMembership(userId: string): Promise<void> {
  const { server, close } = await openLocalServer(readConfig(settings))
  try {
    await executeSql(server.ctx.db, `update membership set tier = 'none' where user_id = $1`, [userId])
  } finally {
    await close()
  }
}
