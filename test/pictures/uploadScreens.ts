import type { Page, Route } from 'playwright-core'
import { paths } from '#kit/paths.ts'
import { filesContract } from '#features/files/contract.ts'
import { uploadContract } from '#features/upload/contract.ts'
import { bareOpus } from '#test/upload/bareOpus.ts'
import { tone } from '#test/world/tone.ts'
import { type Screen, type Stage, go } from './Screen.ts'
import { settle } from './settle.ts'

const LONG =
  'A very long name that somebody typed without ever thinking of the people who have to read it in a narrow row of a dialog.wav'
const MiB = 1024 * 1024

type Chosen = { name: string; mimeType: string; buffer: Buffer }

/** Returns bare Opus, which is uploaded as it is. Its sound differs at each look, so that it is not recognised as a duplicate. */
const asr = (name: string, bytes = 8000): Chosen => ({
  name,
  mimeType: '',
  buffer: bareOpus(`${name}${Math.random()}`, bytes < 8000 ? bytes : bytes + 80 * Math.floor(Math.random() * 97)),
})
const wav = (name: string, seconds: number, hertz = 440): Chosen => ({
  name,
  mimeType: 'audio/wav',
  buffer: Buffer.from(tone(seconds, { hertz })),
})
const picture: Chosen = { name: 'holiday.heic', mimeType: 'image/heic', buffer: Buffer.from('x') }
const empty: Chosen = { name: 'nothing.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(0) }

const screen = (name: string, open: (page: Page, stage: Stage) => Promise<unknown>): Screen => ({
  name: `upload-${name}`,
  open: async (page, stage) => {
    await open(page, stage)
    await settle(page)
    // Files set or dropped by a script are not user input to the browser, so the growing queue would count as a layout shift.
    await page.evaluate(() => (window as { shiftsSeen?: unknown[] }).shiftsSeen?.splice(0))
  },
})

/** Opens the upload dialog over home and chooses these files. */
async function dialog(page: Page, stage: Stage, files: readonly Chosen[] = []): Promise<void> {
  await go(page, stage, `${paths.home()}#upload`)
  await page.getByRole('dialog').waitFor()
  if (files.length === 0) return
  await page.locator('input[type=file]').setInputFiles([...files])
  await page.locator('[data-upload], [role=alertdialog]').first().waitFor()
}

const row = (page: Page, name: string) => page.locator('[data-upload]').filter({ hasText: name })

/** Replaces the response of an API route. */
const answer = (page: Page, path: string, how: (route: Route) => Promise<unknown>) =>
  page.route(`**/api${path}`, async (route) => void (await how(route)))
const says = (route: Route, reply: object) => route.fulfill({ json: { request_id: 'r', msg: 'no', ...reply } })

/** Every state of the upload dialog (B§2, B§4). */
export const UPLOAD_SCREENS: readonly Screen[] = [
  screen('empty', (page, stage) => dialog(page, stage)),
  screen('choosing', async (page, stage) => {
    await dialog(page, stage)
    await hover(page, '[data-drop-zone]')
  }),
  screen('veil', async (page, stage) => {
    await go(page, stage, paths.fileList({ categoryId: 'allFiles' }))
    await page.locator('[data-row]').first().waitFor()
    const folder = page.locator('[data-drop-name]').first()
    await hover(page, (await folder.isVisible()) ? '[data-drop-name]' : 'main')
  }),
  screen('many', async (page, stage) => {
    // Two slices of the large file are sent and the third is held. Files to transcode wait for their worker.
    await page.route(/\/blob\/part\/[^/]+\/3/, () => {})
    await page.route(/[wW]orker[^/]*\.js$/, (route) => (/transcode/i.test(route.request().url()) ? undefined : route.continue()))
    await answer(page, filesContract.knownTitles.path, (route) =>
      says(route, { status: 0, data: { known: ['Budget review, third quarter'] } }),
    )
    const interview = asr('Interview Kampala.asr')
    await dialog(page, stage, [interview])
    await row(page, 'Interview Kampala').locator('[data-action=open]').waitFor()
    const more = [
      asr('Lecture 10, unabridged.asr', 13 * MiB),
      wav('Town hall, part one.wav', 90, 440 + Math.random()),
      wav(LONG, 30, 330 + Math.random()),
      picture,
      empty,
    ]
    const title = asr('Budget review, third quarter.asr')
    await page
      .locator('input[type=file]')
      .setInputFiles([
        ...more,
        { ...interview, name: 'copy of the interview.asr' },
        title,
        asr('too short.asr', 80),
        asr('الميزانية ٢٠٢٦.asr'),
      ])
    await page.locator('[role=progressbar][aria-valuenow="7"], [data-upload] [role=progressbar]').first().waitFor()
    await page.waitForTimeout(1500)
    await row(page, 'الميزانية').locator('[data-action=pause]').click()
  }),
  screen('dropped', async (page, stage) => {
    await answer(page, uploadContract.webConfig.path, (route) => says(route, { status: 0, data: { upload_limit_size: 20_000 } }))
    const names = ['one', 'two', 'three', 'four', 'five', LONG.replace('.wav', '')]
    await dialog(page, stage, [...names.map((name) => asr(`${name}.asr`)), asr('far too large.asr', 40_000)])
    await page.getByRole('alertdialog').waitFor()
  }),
  screen('duplicates', async (page, stage) => {
    const titles = ['Budget review, third quarter', 'Stand-up, Thursday']
    const one = asr('one.asr')
    await dialog(page, stage, [...titles.map((title) => asr(`${title}.asr`)), one, { ...one, name: 'two.asr' }])
    await row(page, 'two.asr').locator('[data-action=sendAnyway]').waitFor()
  }),
  screen('elsewhere', async (page, stage) => {
    const now = Math.floor(Date.now() / 1000)
    const begun = {
      object_name: 'o',
      file_type: 'MP3',
      source_md5: null,
      state: 'open',
      begun_at: now - 80_000,
      kept_until: now + 6000,
    }
    const list = [
      { ...begun, upload_id: 'a', filename: 'Town hall, part two', filesize: 22 * MiB, bytes_arrived: 15 * MiB },
      { ...begun, upload_id: 'b', filename: LONG, filesize: 300 * MiB, bytes_arrived: 5 * MiB },
      { ...begun, upload_id: 'c', filename: null, filesize: 4 * MiB, bytes_arrived: 0 },
      { ...begun, upload_id: 'd', filename: 'Supervisory board', filesize: 9 * MiB, bytes_arrived: 9 * MiB },
    ]
    await answer(page, uploadContract.unfinished.path, (route) => says(route, { status: 0, data: { list } }))
    await dialog(page, stage)
    await page.getByRole('dialog').locator('section li').nth(2).waitFor()
  }),
  screen('failed', async (page, stage) => {
    const by: Record<string, (route: Route) => Promise<unknown>> = {
      full: (route) => says(route, { status: -507 }),
      broken: (route) => says(route, { status: -999 }),
      lost: (route) => route.abort(),
    }
    // The lost network also logs a console error.
    page.removeAllListeners('console')
    await answer(page, uploadContract.presign.path, (route) => {
      const { filename } = route.request().postDataJSON() as { filename: string }
      return (by[filename.split(' ')[0] ?? ''] ?? ((one: Route) => one.continue()))(route)
    })
    await dialog(page, stage, [asr('full up.asr'), asr('broken one.asr'), asr('lost on the way.asr'), picture])
    await page.locator('[data-action=download]').nth(2).waitFor()
  }),
  screen('hundreds', async (page, stage) => {
    await dialog(
      page,
      stage,
      Array.from({ length: 300 }, (_, n) => ({ ...picture, name: `Picture ${n + 1}.heic` })),
    )
    await page.locator('[data-upload]').nth(3).waitFor()
  }),
  screen('no-member', async (page, stage) => {
    await answer(page, uploadContract.presign.path, (route) => says(route, { status: -13 }))
    await dialog(page, stage, [asr('memo.asr')])
    await page
      .getByRole('dialog')
      .filter({ has: page.locator('.lucide-audio-lines') })
      .waitFor()
  }),
]

/** Drags files over an element without dropping them. */
async function hover(page: Page, place: string): Promise<void> {
  await page.evaluate((selector) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'talk.mp3', { type: 'audio/mpeg' }))
    const target = document.querySelector(selector)
    for (const type of ['dragenter', 'dragover'])
      target?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, place)
}
