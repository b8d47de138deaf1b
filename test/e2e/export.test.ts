import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { unzip } from '#test/server/unzip.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'

let dir: string
let running: RunningEarshot
let user: User
let page: Page
const ids: string[] = []
const pageErrors: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-export-'))
  const settings = { EARSHOT_SCRIPTED: 'speech', SIGN_UP: 'open', WELCOME: 'off', PLAN: 'pro', LOG_LEVEL: 'fatal' }
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings })
  user = await signUp(running.url, 'ines')
  await user.me.changeSettings({ body: { transcribe_new: 'off' } })
  const sound = await readFile('test/fixtures/sound/speech.ogg')
  for (const name of ['Printing', 'Second talk']) {
    const { id } = await uploadRecording(user, sound, { name, fileType: 'OPUS' })
    await user.generate.transsumm({ params: { id }, body: {} })
    ids.push(id)
  }
  await vi.waitFor(
    async () => {
      const { data_file_list: files } = await user.files.list({ query: {}, body: ids })
      if (!files.every((file) => file.is_trans && file.is_summary)) throw new Error('the transcripts are not ready')
    },
    { timeout: 20_000, interval: 100 },
  )
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  context.setDefaultTimeout(15_000)
  await storeValues(context, { tokenstr: user.token, consent: { statistics: false } })
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  page.on('pageerror', (error) => pageErrors.push(String(error)))
})
afterAll(async () => {
  await page.context().close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

const dialog = () => page.getByRole('dialog', { name: 'Export', exact: true })
const tile = (name: string) => dialog().getByRole('checkbox', { name })
const press = async (name: string): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), dialog().getByRole('button', { name }).click()])
  await dialog().waitFor({ state: 'detached' })
  return download
}
const bytesOf = async (download: Download) => readFile(await download.path())

describe('exporting recordings (A§6)', () => {
  it('saves one recording in several formats as a ZIP, after a preview', async () => {
    await page.goto(running.url + paths.file(ids[0]!))
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog().getByRole('tabpanel').getByText('Printing').waitFor()
    await tile('DOCX, Word').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(() => tile('SRT, SubRip').isChecked()).toBe(true)
    await dialog().getByRole('tab', { name: 'SRT' }).click()
    await dialog()
      .getByText(/^1\n00:00:0/)
      .waitFor()
    await dialog()
      .getByText(/^About .* · Printing\.zip$/)
      .waitFor()
    await expect.poll(() => axeFindings(page)).toEqual([])
    const download = await press('Export 2 formats as zip')
    expect(download.suggestedFilename()).toBe('Printing.zip')
    const archive = unzip(await bytesOf(download))
    expect([...archive.keys()]).toEqual(['Printing.docx', 'Printing.srt'])
    expect(String(archive.get('Printing.srt'))).toMatch(/^1\n00:00:0\d,\d{3} --> /)
  })

  it('remembers the choices, and saves a single file under its own name', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect.poll(() => tile('SRT, SubRip').isChecked()).toBe(true)
    await tile('DOCX, Word').click()
    const download = await press('Export SRT')
    expect(download.suggestedFilename()).toBe('Printing.srt')
  })

  it('exports what is selected in the list, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(running.url + paths.fileList({ categoryId: 'allFiles' }))
    for (const name of ['Printing', 'Second talk'])
      await page.getByRole('checkbox', { name: new RegExp(name) }).click({ force: true })
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog().getByText('2 recordings', { exact: true }).waitFor()
    await expect.poll(() => axeFindings(page)).toEqual([])
    const archive = unzip(await bytesOf(await press('Export 2 recordings as zip')))
    expect([...archive.keys()].sort()).toEqual(['Printing.srt', 'Second talk.srt'])
    expect(pageErrors).toEqual([])
  })
})
