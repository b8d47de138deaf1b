import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { seconds } from '#shared/units.ts'
import { createSend } from '#browser/http/send.ts'
import { type FakeUploadServer, startUploadServer } from '#test/fakes/upload/startUploadServer.ts'
import type { StartRunner } from '../queue/queueRunner.ts'
import { UploadRunner } from '../queue/UploadRunner.ts'
import { Uploads } from '../queue/Uploads.ts'
import { type MemoryStorage, memoryStorage } from '../storage/memoryStorage.ts'

const POLL = { timeout: seconds(10) }
let server: FakeUploadServer
let memory: MemoryStorage
let pages: Uploads[]

beforeEach(async () => {
  server = await startUploadServer()
  memory = memoryStorage()
  pages = []
})
afterEach(async () => {
  for (const page of pages) page.stop()
  await server[Symbol.asyncDispose]()
})

async function openPage(): Promise<Uploads> {
  const { storage, hash } = memory
  const send = createSend({ base: `${server.origin}/api` })
  const runTranscode = () => ({ result: new Promise<never>(() => {}), cancel: () => {} })
  const options = { send, runTranscode, storage, hash, pause: 5, random: () => 0 }
  const startRunner: StartRunner = async (settings) => new UploadRunner({ ...settings, ...options })
  const page = new Uploads({ startRunner, timeouts: { call: 300, discovery: 20 }, owner: () => 'anna' })
  pages.push(page)
  await page.start()
  return page
}

const asr = (name: string) => new File([new Uint8Array(8000).fill(name.length)], name, { lastModified: 1_700_000_000_000 })
const segment = (start: number, end: number): Segment => ({
  id: String(start),
  start_time: start,
  end_time: end,
  content: 'Yes.',
  speaker: 'Lena',
  original_speaker: 'Lena',
})
const TEXTS = { trans_result: [segment(0, 5000), segment(90_000, 130_000), segment(200_000, 210_000)], ai_content: '# Yes' }
const statusOf = (page: Uploads) => page.store.getState().items.map(({ status, reason }) => reason ?? status)

it('are saved with their recording, within its duration, before it counts as uploaded', async () => {
  const page = await openPage()
  const uploaded = vi.fn<(file: object) => void>()
  page.onUploaded(uploaded)
  await page.add([asr('memo.asr')], 'f1', [TEXTS])
  await expect.poll(() => statusOf(page), POLL).toEqual(['completed'])
  const [[, saved] = []] = [...server.savedTexts]
  expect(saved).toMatchObject({
    trans_result: [segment(0, 5000), { ...segment(90_000, 100_000), start_time: 90_000 }],
    ai_content: '# Yes',
  })
  // It has a transcript when it is announced, so it is not transcribed.
  expect(uploaded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ is_trans: true }), true)
  expect(server.confirmBodies[0]).toMatchObject({ filename: 'memo', start_time: 1_700_000_000_000, filetag_id_list: ['f1'] })
  expect([...memory.files.keys()]).toEqual([])
})

it('are saved by the next page when this one ends after the sound was sent', async () => {
  server.hangUpOnTexts = true
  const page = await openPage()
  await page.add([asr('memo.asr')], null, [TEXTS])
  await expect.poll(() => server.confirmBodies.length, POLL).toBeGreaterThan(0)
  await expect.poll(() => statusOf(page), POLL).toEqual(['networkError'])
  page.stop()
  expect([...memory.files.keys()].some((name) => name.endsWith('.texts'))).toBe(true)
  server.hangUpOnTexts = false
  const next = await openPage()
  await expect.poll(() => statusOf(next), POLL).toEqual(['completed'])
  expect(server.savedTexts.size).toBe(1)
  expect([...memory.files.keys()]).toEqual([])
})

it('that this browser has lost make the recording one to import again, not one without a transcript', async () => {
  server.obstacle = () => 'hold'
  const page = await openPage()
  await page.add([asr('memo.asr')], null, [TEXTS])
  await vi.waitFor(() => expect([...memory.rows.values()].every(({ item }) => item.kept)).toBe(true), POLL)
  page.stop()
  for (const name of memory.files.keys()) if (name.endsWith('.texts')) memory.files.delete(name)
  const next = await openPage()
  await expect.poll(() => statusOf(next), POLL).toEqual(['importLost'])
  expect(server.confirmBodies).toEqual([])
})

it('that the server refuses leave a recording, and a row that says so', async () => {
  server.refuse.change = { status: -4132, msg: 'too long' }
  const page = await openPage()
  await page.add([asr('memo.asr')], null, [TEXTS])
  await expect.poll(() => statusOf(page), POLL).toEqual(['textsRefused'])
  expect(server.confirmBodies).toHaveLength(1)
})

it('keep the warning before the page is left while they are stored nowhere else', async () => {
  memory.freeSpace = 0
  server.hangUpOnTexts = true
  const page = await openPage()
  await page.add([asr('memo.asr')], null, [TEXTS])
  await expect.poll(() => statusOf(page), POLL).toEqual(['networkError'])
  expect(page.warnsBeforeLeaving()).toBe(true)
})

it('belong to recordings whose titles may repeat, but not their sound', async () => {
  server.libraryTitles.push('Weekly')
  const page = await openPage()
  await page.add([asr('Weekly.asr')], null, [{}])
  await expect.poll(() => statusOf(page), POLL).toEqual(['completed'])
  await page.add([asr('Weekly.asr')], null, [{}])
  await expect.poll(() => statusOf(page), POLL).toEqual(['completed', 'sameSound'])
  expect(server.savedTexts.size).toBe(0)
})
