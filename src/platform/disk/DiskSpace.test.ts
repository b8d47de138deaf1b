import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { GiB, KiB, MiB, minutes } from '#kit/units.ts'
import { quietLog } from '#platform/log/log.ts'
import { heldBlobs, partLink } from '#test/fixtures/blobs/localBlobs.ts'
import { HeldClock } from '#test/world/HeldClock.ts'
import { DiskSpace } from './DiskSpace.ts'

const key = 'sound/u1/one.mp3'

/** The body of a part that stalls after `bytes`. */
function stalled(bytes: Uint8Array = Buffer.of()) {
  const body = new Readable({ read: () => undefined })
  if (bytes.length > 0) body.push(bytes)
  return body
}

/** A blob store on a disk with `freeForAudio` bytes for audio. */
async function onDisk(room: number, options: { maxBytes?: number } = {}) {
  const disk = { free: GiB + room, total: 10 * GiB }
  const held = await heldBlobs({ ...options, disk: async () => disk })
  const begin = async (at: string, size: number) => held.blobs.createUpload({ key: at, size })
  return { ...held, disk, begin, asides: () => readdir(join(held.dir, 'tmp')).catch(() => []) }
}

describe('space for parts in transit', () => {
  it('is reserved for the rest of the upload when a part has no Content-Length', async () => {
    await using held = await onDisk(100 * MiB)
    const first = await held.begin('one', 40 * MiB)
    const second = await held.begin('two', 40 * MiB)
    const third = await held.begin('three', 40 * MiB)
    const bodies = [first, second].map(() => stalled())
    const coming = [first, second].map(({ partUrls }, i) => held.blobs.receivePart(partLink(partUrls[0]!), bodies[i]!, 0))
    const ended = Promise.allSettled(coming)
    await expect.poll(() => held.blobs.room()).toBe(20 * MiB)
    const late = Readable.from([randomBytes(10)])
    const refused = held.blobs.receivePart(partLink(third.partUrls[0]!), late, 0)
    await expect(refused).rejects.toMatchObject({ kind: 'no-room' })
    expect(late.readableDidRead).toBe(false)
    for (const body of bodies) body.destroy(new Error('gone'))
    await ended
    expect(await held.blobs.room()).toBe(100 * MiB)
    expect(await held.asides()).toEqual([])
  })

  it('is sufficient at the exact limit and not with one byte less', async () => {
    await using held = await onDisk(20 * MiB + 1)
    const { partUrls } = await held.begin(key, 10 * MiB)
    const send = (body: Readable) => held.blobs.receivePart(partLink(partUrls[0]!), body, 10 * MiB)
    held.disk.free = GiB + 10 * MiB
    await expect(send(stalled())).rejects.toMatchObject({ kind: 'no-room' })
    held.disk.free += 1
    await expect(send(Readable.from([Buffer.alloc(10 * MiB)]))).resolves.toMatch(/^[0-9a-f]{32}$/)
  })

  it('is reserved once per upload, however many parts without a length are sent at a time', async () => {
    await using held = await onDisk(100 * MiB)
    const { uploadId, partUrls } = await held.begin(key, 12 * MiB)
    const bodies = partUrls.map(() => stalled(randomBytes(64 * KiB)))
    const coming = partUrls.map((url, i) => held.blobs.receivePart(partLink(url), bodies[i]!, 0))
    await expect.poll(() => held.blobs.room()).toBe(88 * MiB + bodies.length * 64 * KiB)
    for (const body of bodies) body.push(null)
    await Promise.all(coming)
    expect(await held.blobs.listParts({ key, uploadId })).toHaveLength(3)
    expect(await held.blobs.room()).toBe(100 * MiB)
  })

  it('aborts the part and deletes its bytes when another program fills the disk', async () => {
    await using held = await onDisk(100 * MiB)
    const { partUrls } = await held.begin(key, 40 * MiB)
    const body = stalled()
    const coming = held.blobs.receivePart(partLink(partUrls[0]!), body, 0)
    const refused = expect(coming).rejects.toMatchObject({ kind: 'no-room' })
    await expect.poll(async () => (await held.asides()).length).toBe(1)
    held.disk.free = 500 * MiB
    for (let sent = 0; sent < 9; sent++) body.push(Buffer.alloc(MiB))
    await refused
    expect(body.destroyed).toBe(true)
    expect(await held.asides()).toEqual([])
  })
})

describe('space for objects that are stored as a whole', () => {
  it('is needed a second time while parts are merged', async () => {
    await using held = await onDisk(100 * MiB)
    const bytes = randomBytes(MiB)
    const { uploadId, partUrls } = await held.begin(key, MiB)
    const parts = [{ Etag: await held.blobs.receivePart(partLink(partUrls[0]!), Readable.from([bytes]), MiB), PartNumber: 1 }]
    held.disk.free = GiB + MiB
    await expect(held.blobs.complete({ key, uploadId, parts })).rejects.toMatchObject({ kind: 'no-room' })
    expect(await held.asides()).toEqual([])
    held.disk.free += 1
    expect(await held.blobs.complete({ key, uploadId, parts })).toMatchObject({ size: MiB })
  })

  it('is reserved for a stream before its first byte; a longer stream is aborted', async () => {
    await using held = await onDisk(10 * MiB)
    const source = Readable.from([randomBytes(10), randomBytes(10)])
    await expect(held.blobs.put(key, source, 10 * MiB)).rejects.toMatchObject({ kind: 'no-room' })
    expect(source.readableDidRead).toBe(false)
    await expect(held.blobs.put(key, source, 19)).rejects.toMatchObject({ kind: 'too-large' })
    expect(await held.asides()).toEqual([])
    const twenty = Readable.from([randomBytes(10), randomBytes(10)])
    expect(await held.blobs.put(key, twenty, 20)).toMatchObject({ size: 20 })
  })

  it('is not reserved twice for concurrent writers', async () => {
    await using held = await onDisk(15 * MiB)
    const bodies = [stalled(), stalled()]
    const puts = bodies.map((body, i) => held.blobs.put(`sound/${i}`, body, 10 * MiB))
    const ended = Promise.allSettled(puts)
    await expect(puts[1]).rejects.toMatchObject({ kind: 'no-room' })
    await nextTurn()
    bodies[0]!.push(null)
    expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})

describe('an almost full disk', () => {
  function space(free: number) {
    const said: string[] = []
    const log = {
      info: (_: object, message: string) => said.push(message),
      warn: (_: object, message: string) => said.push(message),
    }
    const [disk, clock] = [{ free, total: 10 * GiB }, new HeldClock()]
    const options = { dir: '/sound', databaseDir: '/database' as string | null, clock, log, read: async () => disk }
    const at = async (bytes: number, target = diskSpace) => {
      disk.free = bytes
      clock.pass(1000)
      return target.isReadOnly()
    }
    const diskSpace = new DiskSpace(options)
    return { said, at, elsewhere: new DiskSpace({ ...options, databaseDir: null }) }
  }

  it('makes the server read-only below 512 MiB until 640 MiB are free, and logs each change once', async () => {
    const { at, said } = space(GiB)
    expect(await at(512 * MiB)).toBe(false)
    expect(await at(512 * MiB - 1)).toBe(true)
    expect(await at(100 * MiB)).toBe(true)
    expect(await at(640 * MiB - 1)).toBe(true)
    expect(await at(640 * MiB)).toBe(false)
    expect(said).toEqual([
      'the disk is almost full: Earshot is read-only until there is room again',
      'there is room on the disk again: Earshot is no longer read-only',
    ])
  })

  it('logs refused writers at most once in ten minutes', async () => {
    const said: string[] = []
    const log = { info: () => undefined, warn: (_: object, message: string) => said.push(message) }
    const [clock, disk] = [new HeldClock(), { free: GiB, total: 10 * GiB }]
    const diskSpace = new DiskSpace({ dir: '/', databaseDir: null, clock, log, read: async () => disk })
    for (let n = 0; n < 5; n++) await expect(diskSpace.need(1)).rejects.toMatchObject({ kind: 'no-room' })
    expect(said).toEqual(['the disk is too full to take more sound'])
    clock.pass(minutes(10))
    await expect(diskSpace.need(1)).rejects.toMatchObject({ kind: 'no-room' })
    expect(said).toHaveLength(2)
  })

  it('is ignored when the database is on another machine', async () => {
    const { at, elsewhere } = space(GiB)
    expect(await at(0, elsewhere)).toBe(false)
  })

  it('is detected after the clock was set back', async () => {
    const disk = { free: GiB, total: 10 * GiB }
    const clock = { now: () => new Date(time), wait: async () => undefined }
    let time = Date.parse('2026-03-05')
    const diskSpace = new DiskSpace({ dir: '/', databaseDir: '/', clock, log: quietLog, read: async () => disk })
    expect(await diskSpace.isReadOnly()).toBe(false)
    time = Date.parse('2026-03-02')
    disk.free = 0
    expect(await diskSpace.isReadOnly()).toBe(true)
  })
})
