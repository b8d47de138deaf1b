import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { sharedEarshot } from './sharedEarshot.ts'

const { url } = sharedEarshot
const POLL = { timeout: 20_000 }
const pageErrors: string[] = []
let dir: string
let archive: string
let owner: User
let recipient: User
let id: string

const readFull = async (user: User, fileId: string) => (await user.files.list({ query: {}, body: [fileId] })).data_file_list[0]!
const listOf = async (user: User) => (await user.files.simple({ query: {} })).data_file_list

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-import-'))
  owner = await signUp(url, 'copying')
  recipient = await signUp(url, 'receiving')
  const sound = await readFile('test/fixtures/sound/speech.ogg')
  const uploaded = await uploadRecording(owner, sound, { name: 'Printing: a/b', fileType: 'OPUS' })
  id = uploaded.id
  const { data_filetag: folder } = await owner.folders.create({ body: { name: 'Research' } })
  const said = (n: number, speaker: string, content: string) => ({
    id: `s${n}`,
    start_time: n * 1000,
    end_time: n * 1000 + 900,
    speaker,
    original_speaker: `Speaker ${n}`,
    content,
    words: [[n * 1000, n * 1000 + 900, content, 0.9] as [number, number, string, number]],
  })
  const trans_result = [said(0, 'Lena', 'Printing is old.'), said(1, 'Tom', 'Very old.')]
  const body = { trans_result, ai_content: '# Printing\n\nIt is old.', filetag_id_list: [folder.id] }
  await owner.files.change({ params: { id }, body })
  const { data } = await owner.personalData.all({})
  archive = join(dir, 'Earshot.zip')
  await writeFile(archive, Buffer.from(await (await fetch(data.url)).arrayBuffer()))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function openPage(user: User): Promise<Page> {
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 } })
  await storeValues(context, { tokenstr: user.token, consent: { statistics: false }, pweblang: 'en_US', comlang: 'en_US' })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  await page.goto(`${url}${paths.fileList({ categoryId: 'allFiles' })}#upload`)
  return page
}

const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import recordings' })

/** Opens the import from the upload dialog and chooses the archive. */
async function chooseArchive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import from another app' }).click()
  await importDialog(page).getByRole('button', { name: 'Choose a ZIP file' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await importDialog(page).locator('input[type=file]').first().setInputFiles(archive)
  await importDialog(page).getByRole('status').getByText('One recording found').waitFor()
}

describe('an account archive', () => {
  it('is imported into another one with sound, transcript, speakers, summary, date and folder', async () => {
    const page = await openPage(recipient)
    await chooseArchive(page)
    await importDialog(page).getByRole('checkbox', { name: 'Printing: a/b' }).waitFor()
    await importDialog(page)
      .getByText(/Research · Transcript: .*Lena.*Tom.* · Summary/)
      .waitFor()
    expect(await axeFindings(page)).toEqual([])
    await importDialog(page).getByRole('button', { name: 'Import one recording' }).click()
    await page.getByRole('dialog', { name: 'Upload', exact: true }).getByText('Printing: a/b').waitFor()
    // The texts are saved after the audio.
    await expect.poll(async () => (await listOf(recipient)).map(({ is_trans }) => is_trans), POLL).toEqual([true])
    const [row] = await listOf(recipient)
    const [before, after] = [await readFull(owner, id), await readFull(recipient, row!.id)]
    expect(after.trans_result).toEqual(before.trans_result)
    for (const field of ['filename', 'ai_content', 'start_time', 'is_summary', 'is_trans'] as const)
      expect(after[field], field).toEqual(before[field])
    expect(Math.abs(after.duration - before.duration)).toBeLessThan(200)
    const { data_filetag_list: folders } = await recipient.folders.list({})
    expect(after.filetag_id_list.map((each) => folders.find((folder) => folder.id === each)?.name)).toEqual(['Research'])
    const { temp_url } = await recipient.files.tempUrl({ params: { id: after.id }, query: {} })
    expect((await fetch(temp_url)).headers.get('content-type')).toMatch(/^audio\//)
    // Nothing was transcribed, so no minutes were used.
    expect((await recipient.generate.history({ query: {} })).data.total).toBe(0)
    await page.context().close()
  })

  it('is recognized when it is imported again, and nothing is duplicated without asking', async () => {
    const page = await openPage(recipient)
    await chooseArchive(page)
    await importDialog(page)
      .getByText(/Already in your library/)
      .waitFor()
    const box = importDialog(page).getByRole('checkbox', { name: 'Printing: a/b' })
    expect(await box.isChecked()).toBe(false)
    // When it is selected anyway, it is recognized by its audio.
    await box.click()
    await importDialog(page).getByRole('button', { name: 'Import one recording' }).click()
    await page.getByText('You already have this audio').first().waitFor()
    expect(await listOf(recipient)).toHaveLength(1)
    await page.context().close()
    expect(pageErrors).toEqual([])
  })

  it('keeps its texts in the browser when the page is reloaded before they are saved', async () => {
    const another = await signUp(url, `reloading-${randomUUID()}`)
    const page = await openPage(another)
    let mayBeSaved = false
    await page.route('**/api/file/*', (route) =>
      route.request().method() === 'PATCH' && !mayBeSaved ? route.abort() : route.continue(),
    )
    await chooseArchive(page)
    await importDialog(page).getByRole('button', { name: 'Import one recording' }).click()
    await expect.poll(async () => (await listOf(another)).map(({ is_trans }) => is_trans), POLL).toEqual([false])
    // Removing a route while a request is waiting for it may never finish.
    mayBeSaved = true
    await page.reload()
    await expect.poll(async () => (await listOf(another)).map(({ is_trans }) => is_trans), POLL).toEqual([true])
    expect(await listOf(another)).toHaveLength(1)
    await page.context().close()
  })
})
