import type { Page, Route } from 'playwright-core'
import { paths } from '#shared/paths.ts'
import { filesContract } from '#features/files/contract.ts'
import { uploadContract } from '#features/upload/contract.ts'
import { createBareOpus } from '#test/fixtures/sound/createBareOpus.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type Screen, type PictureContext, openAddress } from './Screen.ts'
import { waitUntilSettled } from './waitUntilSettled.ts'

const LONG_NAME =
  'A very long name that was typed without a thought for the people who have to read it in a narrow row of a dialog.wav'
const MiB = 1024 * 1024

type ChosenFile = { name: string; mimeType: string; buffer: Buffer }

/**
 * Returns bare Opus, which is uploaded without transcoding. Its audio differs in each variant, so that it is not detected as a
 * duplicate.
 */
const createAsr = (name: string, bytes = 8000): ChosenFile => ({
  name,
  mimeType: '',
  buffer: createBareOpus(`${name}${Math.random()}`, bytes < 8000 ? bytes : bytes + 80 * Math.floor(Math.random() * 97)),
})
const createWav = (name: string, seconds: number, hertz = 440): ChosenFile => ({
  name,
  mimeType: 'audio/wav',
  buffer: Buffer.from(createToneWav(seconds, { hertz })),
})
const PICTURE_FILE: ChosenFile = { name: 'holiday.heic', mimeType: 'image/heic', buffer: Buffer.from('x') }
const EMPTY_FILE: ChosenFile = { name: 'nothing.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(0) }

const uploadScreen = (name: string, open: (page: Page, pictureContext: PictureContext) => Promise<unknown>): Screen => ({
  name: `upload-${name}`,
  open: async (page, pictureContext) => {
    await open(page, pictureContext)
    await waitUntilSettled(page)
    // Files set or dropped by a script are not user input to the browser, so the growing queue would count as a layout shift.
    await page.evaluate(() => (window as { shiftsSeen?: unknown[] }).shiftsSeen?.splice(0))
  },
})

/** Opens the upload dialog over home and chooses these files. */
async function openDialog(page: Page, pictureContext: PictureContext, files: readonly ChosenFile[] = []): Promise<void> {
  await openAddress(page, pictureContext, `${paths.home()}#upload`)
  await page.getByRole('dialog').waitFor()
  if (files.length === 0) return
  await page.locator('input[type=file]').setInputFiles([...files])
  await page.locator('[data-upload], [role=alertdialog]').first().waitFor()
}

const uploadRow = (page: Page, name: string) => page.locator('[data-upload]').filter({ hasText: name })

/** Replaces the response of an API route. */
const mockRoute = (page: Page, path: string, handler: (route: Route) => Promise<unknown>) =>
  page.route(`**/api${path}`, async (route) => void (await handler(route)))
const respond = (route: Route, reply: object) => route.fulfill({ json: { request_id: 'r', msg: 'no', ...reply } })

/** Every state of the upload dialog (B§2, B§4). */
export const UPLOAD_SCREENS: readonly Screen[] = [
  uploadScreen('empty', (page, pictureContext) => openDialog(page, pictureContext)),
  uploadScreen('choosing', async (page, pictureContext) => {
    await openDialog(page, pictureContext)
    await dragOver(page, '[data-drop-zone]')
  }),
  uploadScreen('veil', async (page, pictureContext) => {
    await openAddress(page, pictureContext, paths.fileList({ categoryId: 'allFiles' }))
    await page.locator('[data-row]').first().waitFor()
    const folder = page.locator('[data-drop-name]').first()
    await dragOver(page, (await folder.isVisible()) ? '[data-drop-name]' : 'main')
  }),
  uploadScreen('many', async (page, pictureContext) => {
    // Two parts of the large file are sent and the third is held. Files to transcode wait for their worker.
    await page.route(/\/blob\/part\/[^/]+\/3/, () => {})
    await page.route(/[wW]orker[^/]*\.js$/, (route) => (/transcode/i.test(route.request().url()) ? undefined : route.continue()))
    await mockRoute(page, filesContract.knownTitles.path, (route) =>
      respond(route, { status: 0, data: { known: ['Budget review, third quarter'] } }),
    )
    const interview = createAsr('Interview Kampala.asr')
    await openDialog(page, pictureContext, [interview])
    await uploadRow(page, 'Interview Kampala').locator('[data-action=open]').waitFor()
    const moreFiles = [
      createAsr('Lecture 10, unabridged.asr', 13 * MiB),
      createWav('Town hall, part one.wav', 90, 440 + Math.random()),
      createWav(LONG_NAME, 30, 330 + Math.random()),
      PICTURE_FILE,
      EMPTY_FILE,
    ]
    const title = createAsr('Budget review, third quarter.asr')
    await page
      .locator('input[type=file]')
      .setInputFiles([
        ...moreFiles,
        { ...interview, name: 'copy of the interview.asr' },
        title,
        createAsr('too short.asr', 80),
        createAsr('الميزانية ٢٠٢٦.asr'),
      ])
    await page.locator('[role=progressbar][aria-valuenow="7"], [data-upload] [role=progressbar]').first().waitFor()
    await page.waitForTimeout(1500)
    await uploadRow(page, 'الميزانية').locator('[data-action=pause]').click()
  }),
  uploadScreen('dropped', async (page, pictureContext) => {
    await mockRoute(page, uploadContract.webConfig.path, (route) =>
      respond(route, { status: 0, data: { upload_limit_size: 20_000 } }),
    )
    const names = ['one', 'two', 'three', 'four', 'five', LONG_NAME.replace('.wav', '')]
    await openDialog(page, pictureContext, [
      ...names.map((name) => createAsr(`${name}.asr`)),
      createAsr('far too large.asr', 40_000),
    ])
    await page.getByRole('alertdialog').waitFor()
  }),
  uploadScreen('duplicates', async (page, pictureContext) => {
    const titles = ['Budget review, third quarter', 'Stand-up, Thursday']
    const other = createAsr('one.asr')
    await openDialog(page, pictureContext, [
      ...titles.map((title) => createAsr(`${title}.asr`)),
      other,
      { ...other, name: 'two.asr' },
    ])
    await uploadRow(page, 'two.asr').locator('[data-action=sendAnyway]').waitFor()
  }),
  uploadScreen('elsewhere', async (page, pictureContext) => {
    const now = Math.floor(Date.now() / 1000)
    const startedUpload = {
      object_name: 'o',
      file_type: 'MP3',
      source_md5: null,
      state: 'open',
      begun_at: now - 80_000,
      kept_until: now + 6000,
    }
    const list = [
      { ...startedUpload, upload_id: 'a', filename: 'Town hall, part two', filesize: 22 * MiB, bytes_arrived: 15 * MiB },
      { ...startedUpload, upload_id: 'b', filename: LONG_NAME, filesize: 300 * MiB, bytes_arrived: 5 * MiB },
      { ...startedUpload, upload_id: 'c', filename: null, filesize: 4 * MiB, bytes_arrived: 0 },
      { ...startedUpload, upload_id: 'd', filename: 'Supervisory board', filesize: 9 * MiB, bytes_arrived: 9 * MiB },
    ]
    await mockRoute(page, uploadContract.unfinished.path, (route) => respond(route, { status: 0, data: { list } }))
    await openDialog(page, pictureContext)
    await page.getByRole('dialog').locator('section li').nth(2).waitFor()
  }),
  uploadScreen('failed', async (page, pictureContext) => {
    const handlers: Record<string, (route: Route) => Promise<unknown>> = {
      full: (route) => respond(route, { status: -507 }),
      broken: (route) => respond(route, { status: -999 }),
      lost: (route) => route.abort(),
    }
    // The lost network connection also causes a console error.
    page.removeAllListeners('console')
    await mockRoute(page, uploadContract.presign.path, (route) => {
      const { filename } = route.request().postDataJSON() as { filename: string }
      return (handlers[filename.split(' ')[0] ?? ''] ?? ((other: Route) => other.continue()))(route)
    })
    await openDialog(page, pictureContext, [
      createAsr('full up.asr'),
      createAsr('broken one.asr'),
      createAsr('lost on the way.asr'),
      PICTURE_FILE,
    ])
    await page.locator('[data-action=download]').nth(2).waitFor()
  }),
  uploadScreen('hundreds', async (page, pictureContext) => {
    await openDialog(
      page,
      pictureContext,
      Array.from({ length: 300 }, (_, n) => ({ ...PICTURE_FILE, name: `Picture ${n + 1}.heic` })),
    )
    await page.locator('[data-upload]').nth(3).waitFor()
  }),
  uploadScreen('no-member', async (page, pictureContext) => {
    await mockRoute(page, uploadContract.presign.path, (route) => respond(route, { status: -13 }))
    await openDialog(page, pictureContext, [createAsr('memo.asr')])
    await page
      .getByRole('dialog')
      .filter({ has: page.locator('.lucide-audio-lines') })
      .waitFor()
  }),
]

/** Drags files over an element without dropping them. */
async function dragOver(page: Page, targetSelector: string): Promise<void> {
  await page.evaluate((selector) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'talk.mp3', { type: 'audio/mpeg' }))
    const target = document.querySelector(selector)
    for (const type of ['dragenter', 'dragover'])
      target?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, targetSelector)
}
