import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { LocalBlobs } from './openLocalBlobs.ts'
import { heldBlobs, partLink } from '#test/fixtures/blobs/localBlobs.ts'
import { days, GiB, hours, KiB, MiB } from '#kit/units.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const key = 'sound/u1/one.mp3'
const send = (blobs: LocalBlobs, url: string, bytes: Uint8Array) =>
  blobs.receivePart(partLink(url), Readable.from([bytes]), bytes.length)

/** An upload of three parts, all of them sent. */
async function sent(blobs: LocalBlobs, bytes = [randomBytes(5 * MiB), randomBytes(5 * MiB), randomBytes(100)]) {
  const whole = Buffer.concat(bytes)
  const { uploadId, partUrls } = await blobs.createUpload({ key, size: whole.length })
  const parts = []
  for (const [i, part] of bytes.entries()) parts.push({ Etag: await send(blobs, partUrls[i]!, part), PartNumber: i + 1 })
  return { uploadId, partUrls, parts, whole }
}

describe('an upload in parts', () => {
  it('has one link for every 5 MB (B§9), and gives back the bytes that were sent', async () => {
    await using held = await heldBlobs()
    const { uploadId, partUrls, parts, whole } = await sent(held.blobs)
    expect(partUrls).toHaveLength(3)
    expect(partUrls[0]).toMatch(/^http:\/\/example\.test\/blob\/part\//)
    expect(await held.blobs.listParts({ key, uploadId })).toEqual(parts)
    expect(await held.blobs.info(key)).toBeNull()
    expect(await held.blobs.complete({ key, uploadId, parts })).toEqual({ key, size: whole.length, md5: md5(whole) })
    expect(await held.blobs.info(key)).toEqual({ key, size: whole.length, md5: md5(whole) })
    expect((await buffer(await held.blobs.open(key))).equals(whole)).toBe(true)
    expect(await buffer(await held.blobs.open(key, { start: 3, end: 9 }))).toEqual(whole.subarray(3, 10))
  })

  it('takes twenty parts at once', async () => {
    await using held = await heldBlobs()
    const { uploadId, partUrls } = await held.blobs.createUpload({ key, size: 20 * 5 * MiB })
    expect(partUrls).toHaveLength(20)
    const bytes = partUrls.map(() => randomBytes(64 * KiB))
    const etags = await Promise.all(bytes.map((part, i) => send(held.blobs, partUrls[i]!, part)))
    expect(etags).toEqual(bytes.map(md5))
    expect(await held.blobs.listParts({ key, uploadId })).toEqual(etags.map((Etag, i) => ({ Etag, PartNumber: i + 1 })))
  })

  it('may come whole on the first link, or in equal parts of another size', async () => {
    await using held = await heldBlobs()
    const whole = randomBytes(12 * MiB)
    const first = await held.blobs.createUpload({ key, size: whole.length })
    const parts = [{ Etag: `"${await send(held.blobs, first.partUrls[0]!, whole)}"`, PartNumber: 1 }]
    expect(await held.blobs.complete({ key, uploadId: first.uploadId, parts })).toMatchObject({ md5: md5(whole) })

    const second = await held.blobs.createUpload({ key: 'other', size: whole.length })
    const thirds = [0, 1, 2].map((i) => whole.subarray(i * 4 * MiB, (i + 1) * 4 * MiB))
    const etags = await Promise.all(thirds.map((part, i) => send(held.blobs, second.partUrls[i]!, part)))
    const named = etags.map((Etag, i) => ({ Etag, PartNumber: i + 1 }))
    expect(await held.blobs.complete({ key: 'other', uploadId: second.uploadId, parts: named })).toMatchObject({
      md5: md5(whole),
    })
  })

  it('takes a part sent twice, and counts only what was sent last', async () => {
    await using held = await heldBlobs()
    const { uploadId, partUrls, parts, whole } = await sent(held.blobs)
    await send(held.blobs, partUrls[1]!, whole.subarray(5 * MiB, 10 * MiB))
    expect(await held.blobs.listParts({ key, uploadId })).toEqual(parts)
    const changed = randomBytes(5 * MiB)
    const Etag = await send(held.blobs, partUrls[1]!, changed)
    await expect(held.blobs.complete({ key, uploadId, parts })).rejects.toMatchObject({ name: 'BlobError', kind: 'part-changed' })
    expect(await held.blobs.info(key)).toBeNull()
    const renewed = [parts[0]!, { Etag, PartNumber: 2 }, parts[2]!]
    expect(await held.blobs.complete({ key, uploadId, parts: renewed })).toMatchObject({ size: whole.length })
  })

  it('lets the newest sending of a part win over one that hangs', async () => {
    await using held = await heldBlobs()
    const whole = randomBytes(1000)
    const { uploadId, partUrls } = await held.blobs.createUpload({ key, size: 1000 })
    const hanging = new Readable({ read: () => undefined })
    hanging.push(whole.subarray(0, 10))
    const lost = held.blobs.receivePart(partLink(partUrls[0]!), hanging, 1000).catch((error: unknown) => error)
    while (readdirSync(join(held.dir, 'tmp')).length === 0) await nextTurn()
    const Etag = await send(held.blobs, partUrls[0]!, whole)
    expect(await lost).toMatchObject({ kind: 'part-changed' })
    expect(hanging.destroyed).toBe(true)
    expect(await held.blobs.complete({ key, uploadId, parts: [{ Etag, PartNumber: 1 }] })).toMatchObject({ md5: md5(whole) })
    expect(await readdir(join(held.dir, 'tmp'))).toEqual([])
  })

  it('refuses to merge parts out of order, twice, unknown, or with a wrong etag', async () => {
    await using held = await heldBlobs()
    const { uploadId, parts } = await sent(held.blobs)
    const [a, b, c] = parts as [
      { Etag: string; PartNumber: number },
      { Etag: string; PartNumber: number },
      { Etag: string; PartNumber: number },
    ]
    const merge = (named: typeof parts) => held.blobs.complete({ key, uploadId, parts: named })
    await expect(merge([b, a, c])).rejects.toMatchObject({ kind: 'part-missing' })
    await expect(merge([a, a, b, c])).rejects.toMatchObject({ kind: 'part-missing' })
    await expect(merge([a, b, c, { Etag: a.Etag, PartNumber: 4 }])).rejects.toMatchObject({ kind: 'part-missing' })
    await expect(merge([a, b, { Etag: a.Etag, PartNumber: 3 }])).rejects.toMatchObject({ kind: 'part-changed' })
    await expect(merge([a, b, { Etag: '../../../etc/passwd', PartNumber: 3 }])).rejects.toMatchObject({ kind: 'part-changed' })
    expect(await held.blobs.info(key)).toBeNull()
    expect(await merge([a, b, c])).toMatchObject({ key })
  })

  it('refuses to merge fewer bytes than were announced: a part left out would be sound lost without a word', async () => {
    await using held = await heldBlobs()
    const { uploadId, parts } = await sent(held.blobs)
    await expect(held.blobs.complete({ key, uploadId, parts: [parts[0]!, parts[2]!] })).rejects.toMatchObject({
      kind: 'part-missing',
    })
    await expect(held.blobs.complete({ key, uploadId, parts: [] })).rejects.toMatchObject({ kind: 'part-missing' })
  })

  it('answers a second merge, after the first answer was lost, with the same result', async () => {
    await using held = await heldBlobs()
    const { uploadId, parts } = await sent(held.blobs)
    const first = await held.blobs.complete({ key, uploadId, parts })
    expect(await held.blobs.complete({ key, uploadId, parts })).toEqual(first)
    await expect(held.blobs.complete({ key, uploadId, parts: parts.slice(0, 2) })).rejects.toMatchObject({ kind: 'part-changed' })
    await expect(held.blobs.complete({ key: 'another', uploadId, parts })).rejects.toMatchObject({ kind: 'no-such-upload' })
  })

  it('gives two merges at once one result, from two processes too', async () => {
    await using held = await heldBlobs()
    await using other = await heldBlobs({ dir: held.dir })
    const { uploadId, parts, whole } = await sent(held.blobs)
    const asked = [held.blobs, held.blobs, other.blobs, other.blobs].map((blobs) => blobs.complete({ key, uploadId, parts }))
    for (const info of await Promise.all(asked)) expect(info).toEqual({ key, size: whole.length, md5: md5(whole) })
    expect((await buffer(await held.blobs.open(key))).equals(whole)).toBe(true)
    expect(await readdir(join(held.dir, 'tmp'))).toEqual([])
  })

  it("keeps to its own key: another upload's id finds nothing", async () => {
    await using held = await heldBlobs()
    const { uploadId, parts } = await sent(held.blobs)
    await expect(held.blobs.complete({ key: 'sound/u2/theirs', uploadId, parts })).rejects.toMatchObject({
      kind: 'no-such-upload',
    })
    await expect(held.blobs.listParts({ key: 'sound/u2/theirs', uploadId })).rejects.toMatchObject({ kind: 'no-such-upload' })
    await expect(held.blobs.abort({ key: 'sound/u2/theirs', uploadId })).rejects.toMatchObject({ kind: 'no-such-upload' })
    for (const wrong of ['', '..', '../uploads', uploadId.toUpperCase(), `${uploadId}/../${uploadId}`, '\0'])
      await expect(held.blobs.complete({ key, uploadId: wrong, parts })).rejects.toMatchObject({ kind: 'no-such-upload' })
  })

  it('takes no part once it is merged or given up', async () => {
    await using held = await heldBlobs()
    const { uploadId, partUrls, parts } = await sent(held.blobs)
    await held.blobs.complete({ key, uploadId, parts })
    await expect(send(held.blobs, partUrls[0]!, Buffer.from('late'))).rejects.toMatchObject({ kind: 'no-such-upload' })
    const given = await held.blobs.createUpload({ key, size: 10 })
    await held.blobs.abort({ key, uploadId: given.uploadId })
    await held.blobs.abort({ key, uploadId: given.uploadId })
    await expect(send(held.blobs, given.partUrls[0]!, Buffer.from('late'))).rejects.toMatchObject({ kind: 'no-such-upload' })
  })

  it('never takes more bytes than were announced, whatever their parts', async () => {
    await using held = await heldBlobs()
    const { uploadId, partUrls } = await held.blobs.createUpload({ key, size: 11 * MiB })
    const half = randomBytes(6 * MiB)
    await send(held.blobs, partUrls[0]!, half)
    await expect(send(held.blobs, partUrls[1]!, half)).rejects.toMatchObject({ kind: 'too-large' })
    const unannounced = held.blobs.receivePart(partLink(partUrls[2]!), Readable.from([half.subarray(0, 4 * MiB), half]), 0)
    await expect(unannounced).rejects.toMatchObject({ kind: 'too-large' })
    const both = await Promise.allSettled([1, 2].map((i) => send(held.blobs, partUrls[i]!, half.subarray(0, 3 * MiB))))
    expect(both.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await held.blobs.listParts({ key, uploadId })).toHaveLength(2)
    expect(await readdir(join(held.dir, 'tmp'))).toEqual([])
  })

  it('refuses a file over the limit and a disk that is nearly full, before a byte is taken', async () => {
    const disk = { free: 100 * GiB, total: 100 * GiB }
    await using held = await heldBlobs({ maxBytes: 20 * MiB, disk: () => Promise.resolve(disk) })
    await expect(held.blobs.createUpload({ key, size: 20 * MiB + 1 })).rejects.toMatchObject({ kind: 'too-large' })
    const { partUrls } = await held.blobs.createUpload({ key, size: 20 * MiB })
    expect(await held.blobs.room()).toBe(95 * GiB)
    disk.free = 5 * GiB + MiB
    await expect(held.blobs.createUpload({ key, size: 20 * MiB })).rejects.toMatchObject({ kind: 'no-room' })
    await expect(send(held.blobs, partUrls[0]!, Buffer.alloc(2 * MiB))).rejects.toMatchObject({ kind: 'no-room' })
    disk.free = 4 * GiB
    expect(await held.blobs.room()).toBe(0)
    await expect(held.blobs.put('any', Buffer.from('x'))).rejects.toMatchObject({ kind: 'no-room' })
    Object.assign(disk, { free: 900 * MiB, total: 2 * GiB })
    expect(await held.blobs.room()).toBe(0)
  })

  it('is swept when it was begun long ago and never merged, with all that was written aside', async () => {
    await using held = await heldBlobs()
    const done = await sent(held.blobs)
    const left = await held.blobs.createUpload({ key: 'left', size: 10 })
    await held.blobs.complete({ key, uploadId: done.uploadId, parts: done.parts })
    await writeFile(join(held.dir, 'tmp', `${held.time.at}-of-a-process-that-died`), 'half a part')
    held.time.at += hours(23)
    const late = await held.blobs.createUpload({ key: 'late', size: 10 })
    expect(await held.blobs.sweep(days(1))).toBe(0)
    expect(await readdir(join(held.dir, 'tmp'))).toHaveLength(1)
    held.time.at += hours(2)
    expect(await held.blobs.sweep(days(1))).toBe(1)
    expect(await readdir(join(held.dir, 'tmp'))).toEqual([])
    expect(await readdir(join(held.dir, 'uploads'))).toEqual([late.uploadId])
    await expect(held.blobs.listParts({ key: 'left', uploadId: left.uploadId })).rejects.toMatchObject({ kind: 'no-such-upload' })
    expect(await held.blobs.info(key)).toMatchObject({ md5: md5(done.whole) })
  })

  it('survives kill -9 in the middle of a merge: nothing is to be seen, and merging again gives the right bytes', async () => {
    await using held = await heldBlobs()
    const bytes = Array.from({ length: 7 }, () => randomBytes(5 * MiB))
    const { uploadId, parts, whole } = await sent(held.blobs, bytes)
    const module = join(import.meta.dirname, '../../../test/fixtures/blobs/localBlobs.ts')
    const script = `const { heldBlobs } = await import(${JSON.stringify(module)})
      const { blobs } = await heldBlobs({ dir: ${JSON.stringify(held.dir)} })
      await blobs.complete(${JSON.stringify({ key, uploadId, parts })})`
    const node = join(import.meta.dirname, '../../../node_modules/.bin/node')
    const child = spawn(node, ['--input-type=module', '-e', script], {
      cwd: join(import.meta.dirname, '../../..'),
      stdio: 'inherit',
    })
    const ended = once(child, 'exit')
    const asideBytes = () => Math.max(0, ...readdirSync(join(held.dir, 'tmp')).map((name) => sizeOf(join(held.dir, 'tmp', name))))
    while (asideBytes() < MiB && child.exitCode === null) await nextTurn()
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(asideBytes()).toBeGreaterThan(0)
    expect(await held.blobs.info(key)).toBeNull()
    expect(await held.blobs.complete({ key, uploadId, parts })).toEqual({ key, size: whole.length, md5: md5(whole) })
    expect((await buffer(await held.blobs.open(key))).equals(whole)).toBe(true)
    held.time.at += days(2)
    await held.blobs.sweep(days(1))
    expect(await readdir(join(held.dir, 'tmp'))).toEqual([])
  }, 30_000)
})

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

describe('stored objects', () => {
  it('are put whole, from bytes or a stream, replaced, and deleted', async () => {
    await using held = await heldBlobs()
    expect(await held.blobs.put(key, Buffer.from('hello'))).toEqual({ key, size: 5, md5: md5(Buffer.from('hello')) })
    expect(await held.blobs.put(key, Readable.from([Buffer.from('good'), Buffer.from('bye')]))).toMatchObject({ size: 7 })
    expect((await buffer(await held.blobs.open(key))).toString()).toBe('goodbye')
    await held.blobs.delete(key)
    await held.blobs.delete(key)
    expect(await held.blobs.info(key)).toBeNull()
    await expect(held.blobs.open(key)).rejects.toMatchObject({ kind: 'missing' })
  })

  it('are not replaced by a stream that breaks off', async () => {
    await using held = await heldBlobs()
    await held.blobs.put(key, Buffer.from('whole'))
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('ha')
        await nextTurn()
        throw new Error('broken off')
      })(),
    )
    await expect(held.blobs.put(key, broken)).rejects.toThrow('broken off')
    expect((await buffer(await held.blobs.open(key))).toString()).toBe('whole')
    expect(await readdir(join(held.dir, 'tmp'))).toEqual([])
  })

  it('know their md5 again when their bytes were changed behind our back', async () => {
    await using held = await heldBlobs()
    await held.blobs.put(key, Buffer.from('hello'))
    const path = join(held.dir, 'objects', key)
    await writeFile(path, 'HELLO')
    await promisify(execFile)('touch', ['-d', '2001-01-01', path])
    expect(await held.blobs.info(key)).toMatchObject({ md5: md5(Buffer.from('HELLO')) })
  })

  it('have keys that can name nothing outside their folder', async () => {
    await using held = await heldBlobs()
    for (const wrong of [
      '',
      '/etc/passwd',
      '../x',
      'a/../../x',
      'a//b',
      'a/',
      'A',
      'ä',
      'a\0b',
      'a b',
      'a\\b',
      '.',
      'a/./b',
      'x'.repeat(600),
    ]) {
      await expect(held.blobs.put(wrong, Buffer.from('x'))).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(held.blobs.createUpload({ key: wrong, size: 1 })).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(held.blobs.info(wrong)).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(held.blobs.open(wrong)).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(held.blobs.delete(wrong)).rejects.toMatchObject({ kind: 'forbidden' })
    }
  })
})
