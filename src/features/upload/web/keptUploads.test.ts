import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { days, seconds } from '#kit/units.ts'
import { type UploadServer, uploadServer } from '#test/upload/uploadServer.ts'
import { makeSend } from '#ui/send.ts'
import { type DiskInMemory, diskInMemory } from './kept/diskInMemory.ts'
import { Uploads, type UploadsOver } from './Uploads.ts'

const patience = { timeout: seconds(10) }
let server: UploadServer
let disk: DiskInMemory
let signedIn: string
let pages: Uploads[]
/** Returns the result of a transcode; a test may delay it. */
let makes: () => Promise<{ blob: Blob; duration: number }>

beforeEach(async () => {
  server = await uploadServer()
  disk = diskInMemory()
  signedIn = 'anna'
  pages = []
  makes = async () => ({ blob: new Blob(['small']), duration: seconds(10) })
})
afterEach(async () => {
  for (const page of pages) end(page)
  await server[Symbol.asyncDispose]()
})

/** Loads a new page over the same storage. */
async function newPage(): Promise<Uploads> {
  const { shelves, hash } = disk
  const over: UploadsOver = { shelves, hash, pause: 5, chance: () => 0, owner: () => signedIn }
  const send = makeSend({ base: `${server.origin}/api` })
  const page = new Uploads(send, () => ({ result: makes(), cancel: () => {} }), over)
  pages.push(page)
  await page.wake()
  return page
}
/** Simulates a closed or crashed page, which does nothing any more. */
function end(page: Uploads): void {
  const was = signedIn
  signedIn = 'nobody'
  page.retry('')
  signedIn = was
  pages = pages.filter((each) => each !== page)
}
/** A BroadcastChannel within this process that does not clone messages: the one of Node cannot clone a jsdom File. */
class LocalChannel {
  static readonly #open = new Set<LocalChannel>()
  readonly #name: string
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor(name: string) {
    this.#name = name
    LocalChannel.#open.add(this)
  }
  postMessage(data: unknown): void {
    const others = [...LocalChannel.#open].filter((each) => each !== this && each.#name === this.#name)
    for (const other of others) queueMicrotask(() => LocalChannel.#open.has(other) && other.onmessage?.({ data }))
  }
  close(): void {
    LocalChannel.#open.delete(this)
  }
}
const asr = (name: string, fill = name.charCodeAt(0)) =>
  new File([new Uint8Array(8000).fill(fill)], name, { lastModified: 1_700_000_000_000 })
const wav = (name: string) => new File([`the sound of ${name}`], name, { type: 'audio/wav', lastModified: 1_700_000_000_000 })
const items = (page: Uploads) => page.store.getState().items
const statuses = (page: Uploads) => Object.fromEntries(items(page).map(({ filename, status }) => [filename, status]))
const first = (page: Uploads) => items(page)[0]!
const puts = () => server.asked.filter((each) => each.startsWith('PUT'))
/** Waits until all items are stored. */
const isKept = () => vi.waitFor(() => expect([...disk.rows.values()].every(({ item }) => item.kept)).toBe(true), patience)

async function halfSent(): Promise<Uploads> {
  server.obstacle = () => 'hold'
  const page = await newPage()
  await page.add([asr('memo.asr')])
  await vi.waitFor(() => expect(puts()).toHaveLength(1), patience)
  await isKept()
  return page
}

describe('stored uploads', () => {
  it('continue in the next page and leave nothing behind (B§4)', async () => {
    const page = await halfSent()
    expect(page.wouldLose()).toBe(false)
    end(page)
    server.obstacle = () => null
    const next = await newPage()
    await expect.poll(() => statuses(next), patience).toEqual({ memo: 'completed' })
    expect(server.asked.filter((each) => each.includes('presigned'))).toHaveLength(1)
    await expect.poll(() => [disk.rows.size, disk.files.size], patience).toEqual([0, 0])
  })

  it('continue when the page ended before the file was fully stored', async () => {
    end(await halfSent())
    for (const [id, row] of disk.rows) {
      const item = { ...row.item, status: 'pending', checked: false, sourceMd5: null, kept: false, sendBytes: null } as const
      disk.rows.set(id, { ...row, item: { ...item, upload: null, parts: [] } })
    }
    server.obstacle = () => null
    const next = await newPage()
    await expect.poll(() => statuses(next), patience).toEqual({ memo: 'completed' })
  })

  it('contain only the transcoded audio once it exists', async () => {
    server.obstacle = () => 'hold'
    const page = await newPage()
    await page.add([wav('talk.wav')])
    await vi.waitFor(() => expect(puts()).toHaveLength(1), patience)
    const { id } = first(page)
    await expect.poll(() => [...disk.files.keys()], patience).toEqual([`anna/${id}.small`])
    expect(await (await page.bytesOf(id))?.text()).toBe('small')
  })

  it('are neither shown to nor sent by another account, and continue in their own', async () => {
    end(await halfSent())
    server.obstacle = () => null
    server.asked.length = 0
    signedIn = 'omar'
    const omars = await newPage()
    await omars.add([asr('omar.asr')])
    await expect.poll(() => statuses(omars), patience).toEqual({ omar: 'completed' })
    expect(server.confirmed.map((body) => body['filename'])).toEqual(['omar'])
    end(omars)
    signedIn = 'anna'
    const annas = await newPage()
    await expect.poll(() => statuses(annas), patience).toEqual({ memo: 'completed' })
  })

  it('stop at once when another account signs in', async () => {
    const page = await halfSent()
    signedIn = 'omar'
    page.goOn()
    await page.wake()
    expect(items(page)).toEqual([])
    expect([...disk.rows.values()].map(({ owner }) => owner)).toEqual(['anna'])
  })

  it('are deleted when they have not been touched for two weeks', async () => {
    end(await halfSent())
    for (const [id, row] of disk.rows) disk.rows.set(id, { ...row, at: row.at - days(15) })
    const next = await newPage()
    expect([items(next), disk.rows.size, disk.files.size]).toEqual([[], 0, 0])
  })

  it('keep the name when there is no space: the page warns before leaving, and the file must be selected again', async () => {
    disk.room = 0
    server.obstacle = () => 'hold'
    const page = await newPage()
    await page.add([asr('memo.asr')])
    await vi.waitFor(() => expect(puts()).toHaveLength(1), patience)
    expect(page.wouldLose()).toBe(true)
    end(page)
    server.obstacle = () => null
    const next = await newPage()
    expect(first(next)).toMatchObject({ status: 'refused', reason: 'bytesLost' })
    const { id } = first(next)
    expect(await next.chooseAgain(id, asr('memo.asr', 7))).toBe(false)
    expect(await next.chooseAgain(id, asr('other name.asr', 'm'.charCodeAt(0)))).toBe(true)
    await expect.poll(() => statuses(next), patience).toEqual({ memo: 'completed' })
  })
})

describe('removing an item (B§4)', () => {
  it('can be undone, and the upload continues where it was', async () => {
    const page = await halfSent()
    const undo = page.remove(first(page).id)
    expect(items(page)).toEqual([])
    server.obstacle = () => null
    undo()
    await expect.poll(() => statuses(page), patience).toEqual({ memo: 'completed' })
  })

  it('is final in the next page, which also abandons the upload on the server', async () => {
    const page = await halfSent()
    page.remove(first(page).id)
    await expect.poll(() => [...disk.rows.values()].map(({ removed }) => removed), patience).toEqual([true])
    end(page)
    const next = await newPage()
    expect([items(next), disk.rows.size, disk.files.size]).toEqual([[], 0, 0])
    await vi.waitFor(() => expect(server.asked).toContain('DELETE /api/file/uploads/u0'), patience)
  })
})

describe('duplicate audio', () => {
  it('asks before uploading audio that the library already has, and offers to open the recording', async () => {
    const page = await newPage()
    const file = asr('again.asr')
    const { md5 } = await disk.hash(file, { signal: new AbortController().signal })
    server.sounds.set(md5, { file_id: 'f1', filename: 'Town hall' })
    await page.add([file])
    await expect.poll(() => statuses(page), patience).toEqual({ again: 'duplicateName' })
    expect(first(page)).toMatchObject({ reason: 'sameSound', sameAs: { fileId: 'f1', filename: 'Town hall' } })
    expect(puts()).toEqual([])
    page.sendAnyway(first(page).id)
    await expect.poll(() => statuses(page), patience).toEqual({ again: 'completed' })
    expect(server.confirmed[0]).toMatchObject({ source_md5: md5 })
  })
})

describe('uploads of another browser', () => {
  it('continue with the received parts when the file is selected here', async () => {
    end(await halfSent())
    disk.rows.clear()
    disk.files.clear()
    server.obstacle = () => null
    const md5 = (await disk.hash(asr('memo.asr'), { signal: new AbortController().signal })).md5
    const upload = { upload_id: 'u0', object_name: 'sound/u0', file_type: 'OPUS', filename: 'Memo of the other', source_md5: md5 }
    const listed = { ...upload, filesize: 8000, bytes_arrived: 0, state: 'open', begun_at: 1, kept_until: 2 } as const
    const page = await newPage()
    expect(await page.continueWith({ ...listed, file_type: 'OPUS' }, asr('x.asr', 7))).toBe(false)
    expect(await page.continueWith({ ...listed, file_type: 'OPUS' }, asr('m.asr'))).toBe(true)
    await expect.poll(() => statuses(page), patience).toEqual({ 'Memo of the other': 'completed' })
    expect(server.asked.filter((each) => each.includes('presigned'))).toHaveLength(1)
  })

  it('finish without the file when all parts have arrived, and fail when one is missing after all', async () => {
    server.refuse.merge = { status: -507, msg: 'no room' }
    const begun = await newPage()
    await begun.add([asr('memo.asr')])
    await expect.poll(() => statuses(begun), patience).toEqual({ memo: 'refused' })
    delete server.refuse.merge
    const names = { upload_id: 'u0', object_name: 'sound/u0', file_type: 'OPUS', filename: 'Memo', source_md5: null } as const
    const listed = {
      ...names,
      filesize: 8000,
      bytes_arrived: 8000,
      state: 'open',
      begun_at: 1_700_000_000,
      kept_until: 2,
    } as const
    disk.rows.clear()
    const page = await newPage()
    const heard = vi.fn<(file: { filename: string }) => void>()
    page.onUploaded(heard)
    expect(await page.finishThere(listed)).toMatchObject({ filename: 'Memo' })
    expect(heard).toHaveBeenCalledOnce()
    expect(puts()).toHaveLength(1)
    expect(server.confirmed).toMatchObject([{ filename: 'Memo', start_time: 1_700_000_000_000, file_type: 'OPUS' }])
    server.forget()
    await expect(page.finishThere(listed)).rejects.toThrow()
    expect(server.confirmed).toHaveLength(1)
  })
})

describe('two tabs of one account', () => {
  it('show one queue and execute all commands in the active tab', async () => {
    const worker = await halfSent()
    const other = await newPage()
    await expect.poll(() => statuses(other), patience).toEqual({ memo: 'uploading' })
    await worker.add([asr('second.asr')])
    await expect.poll(() => statuses(other), patience).toEqual({ memo: 'uploading', second: 'pending' })
    other.cancel(first(worker).id)
    server.obstacle = () => null
    await expect.poll(() => statuses(other), patience).toEqual({ memo: 'pending', second: 'completed' })
    expect(puts()).toHaveLength(2)
    const undo = other.remove(first(worker).id)
    await expect.poll(() => items(worker).map(({ filename }) => filename), patience).toEqual(['second'])
    undo()
    await expect.poll(() => statuses(other), patience).toEqual({ memo: 'pending', second: 'completed' })
  })

  it.each(['waiting', 'completed'])('add a file once when the active tab ends before it has responded (%s)', async (state) => {
    vi.stubGlobal('BroadcastChannel', LocalChannel)
    onTestFinished(() => void vi.unstubAllGlobals())
    const worker = await halfSent()
    const other = await newPage()
    // The row is stored, but the active tab never responds.
    const { put } = disk.shelves.rows
    const { promise: heldAnswer, resolve: answer } = Promise.withResolvers<void>()
    vi.spyOn(disk.shelves.rows, 'put').mockImplementation(async (rows) => {
      await put(rows)
      if (rows.some(({ item }) => item.filename === 'second')) await heldAnswer
    })
    onTestFinished(() => answer())
    const adding = other.add([asr('second.asr')])
    await expect.poll(() => statuses(other), patience).toEqual({ memo: 'uploading', second: 'pending' })
    if (state === 'completed') {
      for (const [id, { item }] of disk.rows) if (item.filename === 'second') disk.rows.delete(id)
      server.titles.push('second')
    }
    end(worker)
    vi.restoreAllMocks()
    server.obstacle = () => null
    window.dispatchEvent(new Event('online'))
    await adding
    await expect.poll(() => Object.values(statuses(other)).every((status) => status === 'completed'), patience).toBe(true)
    const names = state === 'completed' ? ['memo'] : ['memo', 'second']
    expect(items(other).map(({ filename }) => filename)).toEqual(names)
    expect(server.confirmed.map((body) => body['filename']).toSorted()).toEqual(names)
  })
})
