import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { client } from '#shared/client.ts'
import { days, seconds } from '#shared/units.ts'
import { type FakeUploadServer, startUploadServer } from '#test/fakes/upload/startUploadServer.ts'
import { createSend } from '#browser/http/send.ts'
import { uploadContract } from '../../contract.ts'
import { finishRemoteUpload } from '../sending/finishRemoteUpload.ts'
import { type MemoryStorage, memoryStorage } from './memoryStorage.ts'
import type { StartRunner } from '../queue/queueRunner.ts'
import { UploadRunner } from '../queue/UploadRunner.ts'
import { Uploads } from '../queue/Uploads.ts'
import type { TranscodedAudio } from '../transcoding/worker/transcodeProtocol.ts'

const pollOptions = { timeout: seconds(10) }
let server: FakeUploadServer
let memory: MemoryStorage
let signedIn: string
let pages: Uploads[]
/** Returns the result of a transcode; a test may delay it. */
let transcodeResult: () => Promise<TranscodedAudio>

beforeEach(async () => {
  server = await startUploadServer()
  memory = memoryStorage()
  signedIn = 'anna'
  pages = []
  transcodeResult = async () => ({
    blob: new Blob(['small']),
    duration: seconds(10),
    tracks: { mixed: 1, leftOut: 0 },
    channelSpans: null,
  })
})
afterEach(async () => {
  for (const page of pages) closePage(page)
  await server[Symbol.asyncDispose]()
})

/** Loads a new page over the same storage. */
async function openPage(): Promise<Uploads> {
  const { storage, hash } = memory
  const send = createSend({ base: `${server.origin}/api` })
  const runTranscode = () => ({ result: transcodeResult(), cancel: () => {} })
  const options = { send, runTranscode, storage, hash, pause: 5, random: () => 0 }
  const startRunner: StartRunner = async (settings) => new UploadRunner({ ...settings, ...options })
  const page = new Uploads({ startRunner, timeouts: { call: 300, discovery: 20 }, owner: () => signedIn })
  pages.push(page)
  await page.start()
  return page
}
/** Simulates a closed or crashed page, which does nothing any more. */
function closePage(page: Uploads): void {
  page.stop()
  pages = pages.filter((each) => each !== page)
}
const asr = (name: string, fill = name.charCodeAt(0)) =>
  new File([new Uint8Array(8000).fill(fill)], name, { lastModified: 1_700_000_000_000 })
const wav = (name: string) => new File([`the sound of ${name}`], name, { type: 'audio/wav', lastModified: 1_700_000_000_000 })
const items = (page: Uploads) => page.store.getState().items
const statusesOf = (page: Uploads) => Object.fromEntries(items(page).map(({ filename, status }) => [filename, status]))
const firstItem = (page: Uploads) => items(page)[0]!
const puts = () => server.requests.filter((each) => each.startsWith('PUT'))
/** Waits until all items are stored. */
const waitUntilStored = () =>
  vi.waitFor(() => expect([...memory.rows.values()].every(({ item }) => item.kept)).toBe(true), pollOptions)

async function pageWithHalfSentUpload(): Promise<Uploads> {
  server.obstacle = () => 'hold'
  const page = await openPage()
  await page.add([asr('memo.asr')])
  await vi.waitFor(() => expect(puts()).toHaveLength(1), pollOptions)
  await waitUntilStored()
  return page
}

describe('stored uploads', () => {
  it('continue in the next page and leave nothing behind (B§4)', async () => {
    const page = await pageWithHalfSentUpload()
    expect(page.warnsBeforeLeaving()).toBe(true)
    closePage(page)
    server.obstacle = () => null
    const nextPage = await openPage()
    await expect.poll(() => statusesOf(nextPage), pollOptions).toEqual({ memo: 'completed' })
    expect(server.requests.filter((each) => each.includes('presigned'))).toHaveLength(1)
    await expect.poll(() => [memory.rows.size, memory.files.size], pollOptions).toEqual([0, 0])
  })

  it('continue when the page ended before the file was fully stored', async () => {
    closePage(await pageWithHalfSentUpload())
    for (const [id, row] of memory.rows) {
      const item = { ...row.item, status: 'pending', checked: false, sourceMd5: null, kept: false, sendBytes: null } as const
      memory.rows.set(id, { ...row, item: { ...item, upload: null, parts: [] } })
    }
    server.obstacle = () => null
    const nextPage = await openPage()
    await expect.poll(() => statusesOf(nextPage), pollOptions).toEqual({ memo: 'completed' })
  })

  it('contain only the transcoded audio once it exists', async () => {
    server.obstacle = () => 'hold'
    const page = await openPage()
    await page.add([wav('talk.wav')])
    await vi.waitFor(() => expect(puts()).toHaveLength(1), pollOptions)
    const { id } = firstItem(page)
    await expect.poll(() => [...memory.files.keys()], pollOptions).toEqual([`anna/${id}.small`])
    expect(await (await page.call('bytesOf', id))?.text()).toBe('small')
  })

  it('are neither shown to nor sent by another account, and continue in their own', async () => {
    closePage(await pageWithHalfSentUpload())
    server.obstacle = () => null
    server.requests.length = 0
    signedIn = 'omar'
    const otherPage = await openPage()
    await otherPage.add([asr('omar.asr')])
    await expect.poll(() => statusesOf(otherPage), pollOptions).toEqual({ omar: 'completed' })
    expect(server.confirmBodies.map((body) => body['filename'])).toEqual(['omar'])
    closePage(otherPage)
    signedIn = 'anna'
    const ownPage = await openPage()
    await expect.poll(() => statusesOf(ownPage), pollOptions).toEqual({ memo: 'completed' })
  })

  it('stop at once when another account signs in', async () => {
    const page = await pageWithHalfSentUpload()
    signedIn = 'omar'
    page.dispatch({ type: 'retry', id: firstItem(page).id })
    await page.start()
    expect(items(page)).toEqual([])
    expect([...memory.rows.values()].map(({ owner }) => owner)).toEqual(['anna'])
  })

  it('are deleted when they have not been touched for two weeks', async () => {
    closePage(await pageWithHalfSentUpload())
    for (const [id, row] of memory.rows) memory.rows.set(id, { ...row, at: row.at - days(15) })
    const nextPage = await openPage()
    expect([items(nextPage), memory.rows.size, memory.files.size]).toEqual([[], 0, 0])
  })

  it('keep the name when there is no space: the page warns before leaving, and the file must be selected again', async () => {
    memory.freeSpace = 0
    server.obstacle = () => 'hold'
    const page = await openPage()
    await page.add([asr('memo.asr')])
    await vi.waitFor(() => expect(puts()).toHaveLength(1), pollOptions)
    expect(page.warnsBeforeLeaving()).toBe(true)
    closePage(page)
    server.obstacle = () => null
    const nextPage = await openPage()
    expect(firstItem(nextPage)).toMatchObject({ status: 'refused', reason: 'bytesLost' })
    const { id } = firstItem(nextPage)
    expect(await nextPage.call('reselectFile', id, asr('memo.asr', 7))).toBe(false)
    expect(await nextPage.call('reselectFile', id, asr('other name.asr', 'm'.charCodeAt(0)))).toBe(true)
    await expect.poll(() => statusesOf(nextPage), pollOptions).toEqual({ memo: 'completed' })
  })
})

describe('removing an item (B§4)', () => {
  it('can be undone, and the upload continues where it was', async () => {
    const page = await pageWithHalfSentUpload()
    const undo = page.remove(firstItem(page).id)
    expect(items(page)).toEqual([])
    server.obstacle = () => null
    undo()
    await expect.poll(() => statusesOf(page), pollOptions).toEqual({ memo: 'completed' })
  })

  it('is final in the next page, which also abandons the upload on the server', async () => {
    const page = await pageWithHalfSentUpload()
    page.remove(firstItem(page).id)
    await expect.poll(() => [...memory.rows.values()].map(({ removed }) => removed), pollOptions).toEqual([true])
    closePage(page)
    const nextPage = await openPage()
    expect([items(nextPage), memory.rows.size, memory.files.size]).toEqual([[], 0, 0])
    await vi.waitFor(() => expect(server.requests).toContain('DELETE /api/file/uploads/u0'), pollOptions)
  })
})

describe('duplicate audio', () => {
  it('asks before uploading audio that the library already has, and offers to open the recording', async () => {
    const page = await openPage()
    const file = asr('again.asr')
    const { md5 } = await memory.hash(file, { signal: new AbortController().signal })
    server.knownSounds.set(md5, { file_id: 'f1', filename: 'Town hall' })
    await page.add([file])
    await expect.poll(() => statusesOf(page), pollOptions).toEqual({ again: 'duplicateName' })
    expect(firstItem(page)).toMatchObject({ reason: 'sameSound', sameAs: { fileId: 'f1', filename: 'Town hall' } })
    expect(puts()).toEqual([])
    page.dispatch({ type: 'sendAnyway', id: firstItem(page).id })
    await expect.poll(() => statusesOf(page), pollOptions).toEqual({ again: 'completed' })
    expect(server.confirmBodies[0]).toMatchObject({ source_md5: md5 })
  })
})

describe('uploads of another browser', () => {
  it('continue with the received parts when the file is selected here', async () => {
    closePage(await pageWithHalfSentUpload())
    memory.rows.clear()
    memory.files.clear()
    server.obstacle = () => null
    const md5 = (await memory.hash(asr('memo.asr'), { signal: new AbortController().signal })).md5
    const upload = { upload_id: 'u0', object_name: 'sound/u0', file_type: 'OPUS', filename: 'Memo of the other', source_md5: md5 }
    const unfinished = { ...upload, filesize: 8000, bytes_arrived: 0, state: 'open', begun_at: 1, kept_until: 2 } as const
    const page = await openPage()
    expect(await page.call('continueWith', { ...unfinished, file_type: 'OPUS' }, asr('x.asr', 7))).toBe(false)
    expect(await page.call('continueWith', { ...unfinished, file_type: 'OPUS' }, asr('m.asr'))).toBe(true)
    await expect.poll(() => statusesOf(page), pollOptions).toEqual({ 'Memo of the other': 'completed' })
    expect(server.requests.filter((each) => each.includes('presigned'))).toHaveLength(1)
  })

  it('finish without the file when all parts have arrived, and fail when one is missing after all', async () => {
    server.refuse.merge = { status: -507, msg: 'no room' }
    const firstPage = await openPage()
    await firstPage.add([asr('memo.asr')])
    await expect.poll(() => statusesOf(firstPage), pollOptions).toEqual({ memo: 'refused' })
    delete server.refuse.merge
    const names = { upload_id: 'u0', object_name: 'sound/u0', file_type: 'OPUS', filename: 'Memo', source_md5: null } as const
    const unfinished = {
      ...names,
      filesize: 8000,
      bytes_arrived: 8000,
      state: 'open',
      begun_at: 1_700_000_000,
      kept_until: 2,
    } as const
    memory.rows.clear()
    const calls = client('upload', uploadContract, createSend({ base: `${server.origin}/api` }))
    expect(await finishRemoteUpload(calls, unfinished)).toMatchObject({ filename: 'Memo' })
    expect(puts()).toHaveLength(1)
    expect(server.confirmBodies).toMatchObject([{ filename: 'Memo', start_time: 1_700_000_000_000, file_type: 'OPUS' }])
    server.forgetUploads()
    await expect(finishRemoteUpload(calls, unfinished)).rejects.toThrow()
    expect(server.confirmBodies).toHaveLength(1)
  })
})
