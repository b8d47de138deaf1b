import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { BlobBackend } from '../BlobBackend.ts'
import { createTestBlobs, parsePartLink } from '#test/fixtures/blobs/testBlobs.ts'
import { days, GiB, hours, MiB } from '#shared/units.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const key = 'sound/u1/one.mp3'
const send = (blobs: BlobBackend, url: string, bytes: Uint8Array) =>
  blobs.receivePart(parsePartLink(url), Readable.from([bytes]), bytes.length)

/** Starts an upload and sends three parts. */
async function uploadParts(blobs: BlobBackend, bytes = [randomBytes(5 * MiB), randomBytes(5 * MiB), randomBytes(100)]) {
  const whole = Buffer.concat(bytes)
  const { uploadId, partUrls } = await blobs.createUpload({ key, size: whole.length })
  const parts = []
  for (const [i, part] of bytes.entries()) parts.push({ Etag: await send(blobs, partUrls[i]!, part), PartNumber: i + 1 })
  return { uploadId, partUrls, parts, whole }
}

describe('an upload in parts, into a folder', () => {
  it('accepts parts smaller than 5 MiB, which an object store would refuse', async () => {
    await using store = await createTestBlobs()
    const whole = randomBytes(12 * MiB)
    const second = await store.blobs.createUpload({ key: 'other', size: whole.length })
    const thirds = [0, 1, 2].map((i) => whole.subarray(i * 4 * MiB, (i + 1) * 4 * MiB))
    const etags = await Promise.all(thirds.map((part, i) => send(store.blobs, second.partUrls[i]!, part)))
    const requested = etags.map((Etag, i) => ({ Etag, PartNumber: i + 1 }))
    expect(await store.blobs.complete({ key: 'other', uploadId: second.uploadId, parts: requested })).toMatchObject({
      md5: md5(whole),
    })
  })

  it('aborts a hanging transfer when the same part is sent again', async () => {
    await using store = await createTestBlobs()
    const whole = randomBytes(1000)
    const { uploadId, partUrls } = await store.blobs.createUpload({ key, size: 1000 })
    const hanging = new Readable({ read: () => undefined })
    hanging.push(whole.subarray(0, 10))
    const lost = store.blobs.receivePart(parsePartLink(partUrls[0]!), hanging, 1000).catch((error: unknown) => error)
    while (readdirSync(join(store.dir, 'tmp')).length === 0) await nextTurn()
    const Etag = await send(store.blobs, partUrls[0]!, whole)
    expect(await lost).toMatchObject({ kind: 'part-changed' })
    expect(hanging.destroyed).toBe(true)
    expect(await store.blobs.complete({ key, uploadId, parts: [{ Etag, PartNumber: 1 }] })).toMatchObject({ md5: md5(whole) })
    expect(await readdir(join(store.dir, 'tmp'))).toEqual([])
  })

  it('accepts no part once it is merged or cancelled', async () => {
    await using store = await createTestBlobs()
    const { uploadId, partUrls, parts } = await uploadParts(store.blobs)
    await store.blobs.complete({ key, uploadId, parts })
    await expect(send(store.blobs, partUrls[0]!, Buffer.from('late'))).rejects.toMatchObject({ kind: 'no-such-upload' })
    const cancelled = await store.blobs.createUpload({ key, size: 10 })
    await store.blobs.abort({ key, uploadId: cancelled.uploadId })
    await store.blobs.abort({ key, uploadId: cancelled.uploadId })
    await expect(send(store.blobs, cancelled.partUrls[0]!, Buffer.from('late'))).rejects.toMatchObject({ kind: 'no-such-upload' })
  })

  it('never accepts more bytes than were announced, whatever its parts', async () => {
    await using store = await createTestBlobs()
    const { uploadId, partUrls } = await store.blobs.createUpload({ key, size: 11 * MiB })
    const half = randomBytes(6 * MiB)
    await send(store.blobs, partUrls[0]!, half)
    await expect(send(store.blobs, partUrls[1]!, half)).rejects.toMatchObject({ kind: 'too-large' })
    const unannounced = store.blobs.receivePart(parsePartLink(partUrls[2]!), Readable.from([half.subarray(0, 4 * MiB), half]), 0)
    await expect(unannounced).rejects.toMatchObject({ kind: 'too-large' })
    const both = await Promise.allSettled([1, 2].map((i) => send(store.blobs, partUrls[i]!, half.subarray(0, 3 * MiB))))
    expect(both.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await store.blobs.listParts({ key, uploadId })).toHaveLength(2)
    expect(await readdir(join(store.dir, 'tmp'))).toEqual([])
  })

  it('is refused above the size limit and when the disk is nearly full, before a byte is read', async () => {
    const disk = { free: 100 * GiB, total: 100 * GiB }
    await using store = await createTestBlobs({ maxBytes: 20 * MiB, disk: () => Promise.resolve(disk) })
    await expect(store.blobs.createUpload({ key, size: 20 * MiB + 1 })).rejects.toMatchObject({ kind: 'too-large' })
    const { partUrls } = await store.blobs.createUpload({ key, size: 20 * MiB })
    expect(await store.blobs.availableBytes()).toBe(95 * GiB)
    disk.free = 5 * GiB + MiB
    await expect(store.blobs.createUpload({ key, size: 20 * MiB })).rejects.toMatchObject({ kind: 'no-room' })
    await expect(send(store.blobs, partUrls[0]!, Buffer.alloc(2 * MiB))).rejects.toMatchObject({ kind: 'no-room' })
    disk.free = 4 * GiB
    expect(await store.blobs.availableBytes()).toBe(0)
    await expect(store.blobs.put('any', Buffer.from('x'))).rejects.toMatchObject({ kind: 'no-room' })
    Object.assign(disk, { free: 900 * MiB, total: 2 * GiB })
    expect(await store.blobs.availableBytes()).toBe(0)
  })

  it('is cleaned up when it was started long ago and never merged, with all temporary files', async () => {
    await using store = await createTestBlobs()
    const done = await uploadParts(store.blobs)
    const left = await store.blobs.createUpload({ key: 'left', size: 10 })
    await store.blobs.complete({ key, uploadId: done.uploadId, parts: done.parts })
    await writeFile(join(store.dir, 'tmp', `${store.time.at}-of-a-process-that-died`), 'half a part')
    store.time.at += hours(23)
    const late = await store.blobs.createUpload({ key: 'late', size: 10 })
    expect(await store.blobs.cleanUp(days(1))).toBe(0)
    expect(await readdir(join(store.dir, 'tmp'))).toHaveLength(1)
    store.time.at += hours(2)
    expect(await store.blobs.cleanUp(days(1))).toBe(1)
    expect(await readdir(join(store.dir, 'tmp'))).toEqual([])
    expect(await readdir(join(store.dir, 'uploads'))).toEqual([late.uploadId])
    await expect(store.blobs.listParts({ key: 'left', uploadId: left.uploadId })).rejects.toMatchObject({
      kind: 'no-such-upload',
    })
    expect(await store.blobs.info(key)).toMatchObject({ md5: md5(done.whole) })
  })

  it('leaves nothing behind when it was merged, cancelled or interrupted', async () => {
    await using store = await createTestBlobs()
    const done = await uploadParts(store.blobs)
    await store.blobs.complete({ key, uploadId: done.uploadId, parts: done.parts })
    const cancelled = await store.blobs.createUpload({ key: 'given', size: 10 })
    await store.blobs.abort({ key: 'given', uploadId: cancelled.uploadId })
    const cutOff = join(store.dir, 'uploads', randomUUID())
    await mkdir(cutOff)
    const damaged = await store.blobs.createUpload({ key: 'damaged', size: 10 })
    await writeFile(join(store.dir, 'uploads', damaged.uploadId, 'upload.json'), '{"key":')
    await expect(store.blobs.listParts({ key: 'damaged', uploadId: damaged.uploadId })).rejects.toMatchObject({
      kind: 'no-such-upload',
    })
    store.time.at += days(2)
    const late = await store.blobs.createUpload({ key: 'late', size: 10 })
    await store.blobs.cleanUp(days(1))
    expect(await readdir(join(store.dir, 'uploads'))).toEqual([late.uploadId])
    expect(await readdir(join(store.dir, 'tmp'))).toEqual([])
  })

  it('leaves no temporary file when its folder is deleted while a record is written', async () => {
    await using store = await createTestBlobs()
    const { uploadId, parts } = await uploadParts(store.blobs, [randomBytes(MiB)])
    const merging = store.blobs.complete({ key, uploadId, parts })
    merging.catch(() => undefined)
    while (readdirSync(join(store.dir, 'tmp')).length === 0) await nextTurn()
    await rm(join(store.dir, 'uploads', uploadId), { recursive: true, force: true })
    await merging.catch(() => undefined)
    expect(await readdir(join(store.dir, 'tmp'))).toEqual([])
  })

  it('leaves no empty folder and no checksum of a deleted object', async () => {
    await using store = await createTestBlobs()
    for (const each of ['sound/u1/a', 'sound/u1/deep/b', 'sound/u2/c']) await store.blobs.put(each, randomBytes(10))
    await store.blobs.delete('sound/u1/a')
    // The state after a process died between both deletions.
    await rm(join(store.dir, 'objects', 'sound/u1/deep/b'))
    await store.blobs.cleanUp(days(1))
    const left = await readdir(store.dir, { recursive: true })
    expect(left.filter((name) => name.includes('u1'))).toEqual([])
    expect(await store.blobs.info('sound/u2/c')).toMatchObject({ size: 10 })
    expect(await store.blobs.put('sound/u1/a', randomBytes(10))).toMatchObject({ size: 10 })
  })

  it('stores a file in a folder that a cleanup deletes at the same time', async () => {
    await using store = await createTestBlobs()
    for (let round = 0; round < 20; round++) {
      await mkdir(join(store.dir, 'objects', 'sound/u1'), { recursive: true })
      await Promise.all([store.blobs.put('sound/u1/a', randomBytes(10)), store.blobs.cleanUp(days(1))])
      expect(await store.blobs.info('sound/u1/a')).toMatchObject({ size: 10 })
      await store.blobs.delete('sound/u1/a')
    }
  })

  it('stores files in deep folders that several cleanups delete level by level', async () => {
    await using store = await createTestBlobs()
    const keys = ['a', 'b', 'c'].map((name) => `sound/u1/1/2/3/4/5/6/${name}/7/8/9`)
    for (let round = 0; round < 40; round++) {
      for (const key of keys) await mkdir(join(store.dir, 'objects', key, '..'), { recursive: true })
      const puts = keys.map((key) => store.blobs.put(key, Buffer.from(key)))
      await Promise.all([...puts, ...[1, 2, 3].map(() => store.blobs.cleanUp(days(1)))])
      for (const key of keys) expect(await store.blobs.info(key)).toMatchObject({ size: key.length })
      for (const key of keys) await store.blobs.delete(key)
    }
  })

  it('survives kill -9 during a merge: no object exists, and merging again returns the right bytes', async () => {
    await using store = await createTestBlobs()
    const bytes = Array.from({ length: 7 }, () => randomBytes(5 * MiB))
    const { uploadId, parts, whole } = await uploadParts(store.blobs, bytes)
    const module = join(import.meta.dirname, '../../../../test/fixtures/blobs/testBlobs.ts')
    const script = `const { createTestBlobs } = await import(${JSON.stringify(module)})
      const { blobs } = await createTestBlobs({ dir: ${JSON.stringify(store.dir)} })
      await blobs.complete(${JSON.stringify({ key, uploadId, parts })})`
    const node = join(import.meta.dirname, '../../../../node_modules/.bin/node')
    const child = spawn(node, ['--input-type=module', '-e', script], {
      cwd: join(import.meta.dirname, '../../../..'),
      stdio: 'inherit',
    })
    const ended = once(child, 'exit')
    const tempFileBytes = () =>
      Math.max(0, ...readdirSync(join(store.dir, 'tmp')).map((name) => sizeOf(join(store.dir, 'tmp', name))))
    while (tempFileBytes() < MiB && child.exitCode === null) await nextTurn()
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(tempFileBytes()).toBeGreaterThan(0)
    expect(await store.blobs.info(key)).toBeNull()
    expect(await store.blobs.complete({ key, uploadId, parts })).toEqual({ key, size: whole.length, md5: md5(whole) })
    expect((await buffer(await store.blobs.open(key))).equals(whole)).toBe(true)
    store.time.at += days(2)
    await store.blobs.cleanUp(days(1))
    expect(await readdir(join(store.dir, 'tmp'))).toEqual([])
  }, 30_000)
})

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

describe('objects in a folder', () => {
  it('are not replaced by a stream that fails', async () => {
    await using store = await createTestBlobs()
    await store.blobs.put(key, Buffer.from('whole'))
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('ha')
        await nextTurn()
        throw new Error('broken off')
      })(),
    )
    await expect(store.blobs.put(key, broken, 100)).rejects.toThrow('broken off')
    expect((await buffer(await store.blobs.open(key))).toString()).toBe('whole')
    expect(await readdir(join(store.dir, 'tmp'))).toEqual([])
  })

  it('get a new MD5 when their file was changed from outside', async () => {
    await using store = await createTestBlobs()
    await store.blobs.put(key, Buffer.from('hello'))
    const path = join(store.dir, 'objects', key)
    await writeFile(path, 'HELLO')
    await promisify(execFile)('touch', ['-d', '2001-01-01', path])
    expect(await store.blobs.info(key)).toMatchObject({ md5: md5(Buffer.from('HELLO')) })
  })
})
