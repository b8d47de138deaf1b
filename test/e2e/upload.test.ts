import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#kit/paths.ts'
import { executeSql } from '#platform/db/db.ts'
import { readConfig } from '#platform/config/config.ts'
import { POPUP_RULES, axeFindings } from '#test/running/axeFindings.ts'
import { type Running, startEarshot } from '#test/running/startEarshot.ts'
import { bareOpus } from '#test/upload/bareOpus.ts'
import { type User, signUp } from '#test/world/user.ts'
import { openBeside } from '../../tools/seed/openBeside.ts'
import { freePort } from '#test/world/freePort.ts'
import { launchBrowser } from './browser.ts'
import { KeyWalk } from './keyWalk.ts'

let dir: string
let settings: Record<'PORT' | 'DATA_DIR' | 'LOG_LEVEL' | 'WELCOME' | 'CALLS_PER_MINUTE' | 'SIGN_UP' | 'EARSHOT_SCRIPTED', string>
let running: Running
let browser: Browser
let lena: User
const troubles: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-upload-'))
  settings = {
    PORT: String(await freePort()),
    DATA_DIR: join(dir, 'data'),
    LOG_LEVEL: 'error',
    WELCOME: 'off',
    CALLS_PER_MINUTE: '0',
    SIGN_UP: 'open',
    EARSHOT_SCRIPTED: 'speech',
  }
  running = await startEarshot(settings)
  browser = await launchBrowser()
  lena = await signUp(running.url, 'lena')
})
afterAll(async () => {
  await browser.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Opens a page of the user, by default on the list of all files. */
async function windowOf(user: User, address = paths.fileList({ categoryId: 'allFiles' })): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await context.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept))
        localStorage.setItem(`earshot_${key}`, JSON.stringify({ value, expires: null }))
    },
    { tokenstr: user.token, consent: { statistics: false }, pweblang: 'en_US', comlang: 'en_US' },
  )
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => troubles.push(String(error)))
  // Intercepts the file chooser from the start. If this were set only before the click, the click might come first.
  page.on('filechooser', () => {})
  await page.goto(running.url + address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload', exact: true })
const titles = async (user: User) =>
  (await user.files.simple({ query: {} })).data_file_list.map((file) => file.filename).toSorted()

/** Drops files and folders on an element, as the operating system does. */
async function drop(page: Page, files: readonly string[], selector: string): Promise<void> {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`nothing to drop on: ${selector}`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x, y, data })
  await client.detach()
}

describe('ways to upload', () => {
  it('uploads a folder dropped on a sidebar folder, with subfolders and without hidden or unsupported files', async () => {
    const { data_filetag: folder } = await lena.folders.create({ body: { name: 'Kampala', color: '#4c8eff' } })
    const trip = join(dir, 'trip')
    await mkdir(join(trip, 'day 1', 'deep'), { recursive: true })
    await writeFile(join(trip, 'one.asr'), bareOpus('1'))
    await writeFile(join(trip, 'day 1', 'two.asr'), bareOpus('2'))
    await writeFile(join(trip, 'day 1', 'deep', 'three.asr'), bareOpus('3'))
    await writeFile(join(trip, 'day 1', '.hidden.asr'), bareOpus('4'))
    await writeFile(join(trip, 'day 1', 'cover.jpg'), 'x')
    const page = await windowOf(lena)
    await drop(page, [trip], `[data-drop-folder="${folder.id}"]`)
    const dialog = dialogOf(page)
    await dialog.getByText('2 files were left out: they are hidden, or not sound or video.').waitFor()
    await dialog.getByText('3 of 3 files uploaded').first().waitFor()
    expect(await axeFindings(page, POPUP_RULES)).toEqual([])
    expect(await titles(lena)).toEqual(['one', 'three', 'two'])
    const { data_file_list } = await lena.files.simple({ query: {} })
    expect(data_file_list.map((file) => file.filetag_id_list)).toEqual([[folder.id], [folder.id], [folder.id]])
    await page.context().close()
  })

  it('uploads files pasted anywhere on the page', async () => {
    const page = await windowOf(lena)
    await page.evaluate(
      (bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.asr'))
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [...bareOpus('5')],
    )
    await dialogOf(page).getByText('In your library').waitFor()
    expect(await titles(lena)).toContain('pasted')
    await page.context().close()
  })

  it('works with the keyboard only: choose, refuse, remove, undo, upload, open', async () => {
    const page = await windowOf(lena)
    const keys = new KeyWalk(page)
    await keys.press('u')
    await keys.expectDialog('Upload')
    await keys.tabTo('button "Choose files"', { most: 4 }).catch(() => keys.expectFocus('button "Choose files"'))
    const choosing = page.waitForEvent('filechooser')
    await keys.press('Enter')
    await (
      await choosing
    ).setFiles([
      { name: 'holiday.heic', mimeType: 'image/heic', buffer: Buffer.from('x') },
      { name: 'by keys.asr', mimeType: '', buffer: bareOpus('6') },
    ])
    await dialogOf(page).getByText('In your library').waitFor()
    await keys.tabTo('button "Remove: holiday.heic"')
    await keys.press('Enter')
    // The focus moves to the row that replaced the removed one.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), { timeout: 10_000 })
      .toBe('Open: by keys')
    // Undo works only while it is offered.
    await page.getByRole('button', { name: /^Undo/ }).waitFor()
    await keys.press('Control+z')
    await dialogOf(page).getByText('holiday.heic').waitFor()
    await keys.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await titles(lena)).toContain('by keys')
    expect(keys.troubles).toEqual([])
    await page.context().close()
  })

  it('recognises the same sound under another name and opens the existing recording', async () => {
    const page = await windowOf(lena)
    await page.keyboard.press('u')
    await dialogOf(page).waitFor()
    await page.locator('input[type=file]').setInputFiles({ name: 'renamed.asr', mimeType: '', buffer: bareOpus('5') })
    await dialogOf(page).getByText('You already have this sound: “pasted”.').waitFor()
    await page.getByRole('button', { name: 'Open: renamed.asr' }).click()
    await page.getByRole('heading', { name: 'pasted' }).waitFor()
    expect(await titles(lena)).not.toContain('renamed')
    await page.context().close()
  })
})

describe('without a membership (B§6)', () => {
  it('opens the no-member dialog for every way to upload, and the server refuses too', async () => {
    const mara = await signUp(running.url, 'mara')
    const late = await windowOf(mara)
    await late.keyboard.press('u')
    await dialogOf(late).waitFor()
    await endMembership(mara.id)
    // The page does not know yet that the membership ended. The server does.
    await late.locator('input[type=file]').setInputFiles({ name: 'late.asr', mimeType: '', buffer: bareOpus('7') })
    const noMember = (page: Page) => page.getByRole('dialog', { name: 'Uploading needs a membership' })
    await noMember(late).waitFor()
    expect(await titles(mara)).toEqual([])
    await late.context().close()

    const page = await windowOf(mara)
    await page.waitForFunction(() => document.querySelector('main'))
    for (const way of [
      () => page.keyboard.press('u'),
      () => drop(page, [join(dir, 'trip', 'one.asr')], 'main'),
      () =>
        page.evaluate(() => {
          const clipboardData = new DataTransfer()
          clipboardData.items.add(new File(['x'], 'pasted.asr'))
          document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        }),
    ]) {
      await way()
      await noMember(page).waitFor()
      expect(await dialogOf(page).count()).toBe(0)
      await page.keyboard.press('Escape')
      await noMember(page).waitFor({ state: 'detached' })
    }
    await page.context().close()
  })

  it('causes no page errors', () => expect(troubles).toEqual([]))
})

/** Ends the membership directly in the database, because memberships cannot be bought yet. */
async function endMembership(userId: string): Promise<void> {
  const { server, close } = await openBeside(readConfig(settings))
  try {
    await executeSql(
      server.ground.db,
      `insert into membership (user_id, tier, flag, start_time, expire_time) values ($1, 'none', null, now(), null)
       on conflict (user_id) do update set tier = excluded.tier`,
      [userId],
    )
  } finally {
    await close()
  }
}
