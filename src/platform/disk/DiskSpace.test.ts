import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { GiB, KiB, MiB, minutes } from '#shared/units.ts'
import { quietLog } from '#platform/log/log.ts'
import { createTestBlobs, parsePartLink } from '#test/fixtures/blobs/testBlobs.ts'
import { TestClock } from '#test/server/TestClock.ts'
import { DiskSpace } from './DiskSpace.ts'

const key = 'sound/u1/one.mp3'

/** The body of a part that stalls after `bytes`. */
function stalledBody(bytes: Uint8Array = Buffer.of()) {
  const body = new Readable({ read: () => undefined })
  if (bytes.length > 0) body.push(bytes)
  return body
}

/** A blob store on a disk with `freeForAudio` bytes for audio. */
async function createBlobs(freeForAudio: number, options: { maxBytes?: number } = {}) {
  const disk = { free: GiB + freeForAudio, total: 10 * GiB }
  const store = await createTestBlobs({ ...options, disk: async () => disk })
  const begin = async (at: string, size: number) => store.blobs.createUpload({ key: at, size })
  return { ...store, disk, begin, asides: () => readdir(join(store.dir, 'tmp')).catch(() => []) }
}

describe('space for parts in transit', () => {
  it('is reserved for the rest of the upload when a part has no Content-Length', async () => {
    await using store = await createBlobs(100 * MiB)
    const first = await store.begin('one', 40 * MiB)
    const second = await store.begin('two', 40 * MiB)
    const third = await store.begin('three', 40 * MiB)
    const bodies = [first, second].map(() => stalledBody())
    const uploads = [first, second].map(({ partUrls }, i) => store.blobs.receivePart(parsePartLink(partUrls[0]!), bodies[i]!, 0))
    const settled = Promise.allSettled(uploads)
    await expect.poll(() => store.blobs.availableBytes()).toBe(20 * MiB)
    const lateBody = Readable.from([randomBytes(10)])
    const refused = store.blobs.receivePart(parsePartLink(third.partUrls[0]!), lateBody, 0)
    await expect(refused).rejects.toMatchObject({ kind: 'no-room' })
    expect(lateBody.readableDidRead).toBe(false)
    for (const body of bodies) body.destroy(new Error('gone'))
    await settled
    expect(await store.blobs.availableBytes()).toBe(100 * MiB)
    expect(await store.asides()).toEqual([])
  })

  it('is sufficient at the exact limit and not with one byte less', async () => {
    await using store = await createBlobs(20 * MiB + 1)
    const { partUrls } = await store.begin(key, 10 * MiB)
    const send = (body: Readable) => store.blobs.receivePart(parsePartLink(partUrls[0]!), body, 10 * MiB)
    store.disk.free = GiB + 10 * MiB
    await expect(send(stalledBody())).rejects.toMatchObject({ kind: 'no-room' })
    store.disk.free += 1
    await expect(send(Readable.from([Buffer.alloc(10 * MiB)]))).resolves.toMatch(/^[0-9a-f]{32}$/)
  })

  it('is reserved once per upload, however many parts without a length are sent at a time', async () => {
    await using store = await createBlobs(100 * MiB)
    const { uploadId, partUrls } = await store.begin(key, 12 * MiB)
    const bodies = partUrls.map(() => stalledBody(randomBytes(64 * KiB)))
    const uploads = partUrls.map((url, i) => store.blobs.receivePart(parsePartLink(url), bodies[i]!, 0))
    await expect.poll(() => store.blobs.availableBytes()).toBe(88 * MiB + bodies.length * 64 * KiB)
    for (const body of bodies) body.push(null)
    await Promise.all(uploads)
    expect(await store.blobs.listParts({ key, uploadId })).toHaveLength(3)
    expect(await store.blobs.availableBytes()).toBe(100 * MiB)
  })

  it('aborts the part and deletes its bytes when another program fills the disk', async () => {
    await using store = await createBlobs(100 * MiB)
    const { partUrls } = await store.begin(key, 40 * MiB)
    const body = stalledBody()
    const uploads = store.blobs.receivePart(parsePartLink(partUrls[0]!), body, 0)
    const refused = expect(uploads).rejects.toMatchObject({ kind: 'no-room' })
    await expect.poll(async () => (await store.asides()).length).toBe(1)
    store.disk.free = 500 * MiB
    for (let sent = 0; sent < 9; sent++) body.push(Buffer.alloc(MiB))
    await refused
    expect(body.destroyed).toBe(true)
    expect(await store.asides()).toEqual([])
  })
})

describe('space for objects that are stored as a whole', () => {
  it('is needed a second time while parts are merged', async () => {
    await using store = await createBlobs(100 * MiB)
    const bytes = randomBytes(MiB)
    const { uploadId, partUrls } = await store.begin(key, MiB)
    const parts = [
      { Etag: await store.blobs.receivePart(parsePartLink(partUrls[0]!), Readable.from([bytes]), MiB), PartNumber: 1 },
    ]
    store.disk.free = GiB + MiB
    await expect(store.blobs.complete({ key, uploadId, parts })).rejects.toMatchObject({ kind: 'no-room' })
    expect(await store.asides()).toEqual([])
    store.disk.free += 1
    expect(await store.blobs.complete({ key, uploadId, parts })).toMatchObject({ size: MiB })
  })

  it('is reserved for a stream before its first byte; a longer stream is aborted', async () => {
    await using store = await createBlobs(10 * MiB)
    const source = Readable.from([randomBytes(10), randomBytes(10)])
    await expect(store.blobs.put(key, source, 10 * MiB)).rejects.toMatchObject({ kind: 'no-room' })
    expect(source.readableDidRead).toBe(false)
    await expect(store.blobs.put(key, source, 19)).rejects.toMatchObject({ kind: 'too-large' })
    expect(await store.asides()).toEqual([])
    const twentyBytes = Readable.from([randomBytes(10), randomBytes(10)])
    expect(await store.blobs.put(key, twentyBytes, 20)).toMatchObject({ size: 20 })
  })

  it('is not reserved twice for concurrent writers', async () => {
    await using store = await createBlobs(15 * MiB)
    const bodies = [stalledBody(), stalledBody()]
    const puts = bodies.map((body, i) => store.blobs.put(`sound/${i}`, body, 10 * MiB))
    const settled = Promise.allSettled(puts)
    await expect(puts[1]).rejects.toMatchObject({ kind: 'no-room' })
    await nextTurn()
    bodies[0]!.push(null)
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})

describe('an almost full disk', () => {
  function createDiskSpace(free: number) {
    const messages: string[] = []
    const log = {
      info: (_: object, message: string) => messages.push(message),
      warn: (_: object, message: string) => messages.push(message),
    }
    const [disk, clock] = [{ free, total: 10 * GiB }, new TestClock()]
    const options = { dir: '/sound', databaseDir: '/database' as string | null, clock, log, readDisk: async () => disk }
    const at = async (bytes: number, target = diskSpace) => {
      disk.free = bytes
      clock.advance(1000)
      return target.isReadOnly()
    }
    const diskSpace = new DiskSpace(options)
    return { messages, at, withoutDatabase: new DiskSpace({ ...options, databaseDir: null }) }
  }

  it('makes the server read-only below 512 MiB until 640 MiB are free, and logs each change once', async () => {
    const { at, messages } = createDiskSpace(GiB)
    expect(await at(512 * MiB)).toBe(false)
    expect(await at(512 * MiB - 1)).toBe(true)
    expect(await at(100 * MiB)).toBe(true)
    expect(await at(640 * MiB - 1)).toBe(true)
    expect(await at(640 * MiB)).toBe(false)
    expect(messages).toEqual([
      'the disk is almost full: Earshot is read-only until space is freed',
      'disk space is available again: Earshot is no longer read-only',
    ])
  })

  it('logs refused writers at most once in ten minutes', async () => {
    const messages: string[] = []
    const log = { info: () => undefined, warn: (_: object, message: string) => messages.push(message) }
    const [clock, disk] = [new TestClock(), { free: GiB, total: 10 * GiB }]
    const diskSpace = new DiskSpace({ dir: '/', databaseDir: null, clock, log, readDisk: async () => disk })
    for (let n = 0; n < 5; n++) await expect(diskSpace.requireSpace(1)).rejects.toMatchObject({ kind: 'no-room' })
    expect(messages).toEqual(['the disk is too full for more audio'])
    clock.advance(minutes(10))
    await expect(diskSpace.requireSpace(1)).rejects.toMatchObject({ kind: 'no-room' })
    expect(messages).toHaveLength(2)
  })

  it('is ignored when the database is on another machine', async () => {
    const { at, withoutDatabase } = createDiskSpace(GiB)
    expect(await at(0, withoutDatabase)).toBe(false)
  })

  it('is detected after the clock was set back', async () => {
    const disk = { free: GiB, total: 10 * GiB }
    const clock = { now: () => new Date(time), wait: async () => undefined }
    let time = Date.parse('2026-03-05')
    const diskSpace = new DiskSpace({ dir: '/', databaseDir: '/', clock, log: quietLog, readDisk: async () => disk })
    expect(await diskSpace.isReadOnly()).toBe(false)
    time = Date.parse('2026-03-02')
    disk.free = 0
    expect(await diskSpace.isReadOnly()).toBe(true)
  })
})
