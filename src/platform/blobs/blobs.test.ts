import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTestBlobStore, type TestBlobStore, BLOB_STORE_KINDS, setUpS3Server } from '#test/fixtures/blobs/testBlobStore.ts'
import { days, hours, KiB, MiB } from '#shared/units.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const key = 'sound/u1/one.mp3'

/** Starts an upload and sends three parts. */
async function uploadParts(
  { blobs, send }: TestBlobStore,
  bytes = [randomBytes(5 * MiB), randomBytes(5 * MiB), randomBytes(100)],
) {
  const whole = Buffer.concat(bytes)
  const { uploadId, partUrls } = await blobs.createUpload({ key, size: whole.length })
  const parts = []
  for (const [i, part] of bytes.entries()) parts.push({ Etag: await send(partUrls[i]!, part), PartNumber: i + 1 })
  return { uploadId, partUrls, parts, whole, sizes: bytes.map((part) => part.length) }
}

setUpS3Server()

describe.each(BLOB_STORE_KINDS)('an upload in parts, into %s', { timeout: 60_000 }, (kind) => {
  it('has one link for every 5 MB (B§7, B§9) and returns the bytes that were sent', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const { uploadId, partUrls, parts, whole, sizes } = await uploadParts(store)
    expect(partUrls).toHaveLength(3)
    expect(await store.blobs.listParts({ key, uploadId })).toEqual(parts.map((part, i) => ({ ...part, size: sizes[i] })))
    expect(await store.blobs.info(key)).toBeNull()
    expect(await store.blobs.complete({ key, uploadId, parts })).toEqual({ key, size: whole.length, md5: md5(whole) })
    expect(await store.blobs.info(key)).toEqual({ key, size: whole.length, md5: md5(whole) })
    expect((await buffer(await store.blobs.open(key))).equals(whole)).toBe(true)
    expect(await buffer(await store.blobs.open(key, { start: 3, end: 9 }))).toEqual(whole.subarray(3, 10))
    expect(await buffer(await store.blobs.open(key, { start: whole.length, end: whole.length + 9 }))).toEqual(Buffer.of())
  })

  it('accepts twenty parts at once', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const { uploadId, partUrls } = await store.blobs.createUpload({ key, size: 20 * 5 * MiB })
    expect(partUrls).toHaveLength(20)
    const bytes = partUrls.map(() => randomBytes(64 * KiB))
    const etags = await Promise.all(bytes.map((part, i) => store.send(partUrls[i]!, part)))
    expect(etags).toEqual(bytes.map(md5))
    const arrived = await store.blobs.listParts({ key, uploadId })
    expect(arrived).toEqual(etags.map((Etag, i) => ({ Etag, PartNumber: i + 1, size: 64 * KiB })))
  })

  it('accepts everything on the first link, or equal parts of another size', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const whole = randomBytes(18 * MiB)
    const first = await store.blobs.createUpload({ key, size: whole.length })
    const parts = [{ Etag: `"${await store.send(first.partUrls[0]!, whole)}"`, PartNumber: 1 }]
    expect(await store.blobs.complete({ key, uploadId: first.uploadId, parts })).toMatchObject({ md5: md5(whole) })

    const second = await store.blobs.createUpload({ key: 'other', size: whole.length })
    const thirds = [0, 1, 2].map((i) => whole.subarray(i * 6 * MiB, (i + 1) * 6 * MiB))
    const etags = await Promise.all(thirds.map((part, i) => store.send(second.partUrls[i]!, part)))
    const requested = etags.map((Etag, i) => ({ Etag, PartNumber: i + 1 }))
    expect(await store.blobs.complete({ key: 'other', uploadId: second.uploadId, parts: requested })).toMatchObject({
      md5: md5(whole),
    })
  })

  it('continues with new links, even after a day, by sending only the missing parts', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const bytes = [randomBytes(5 * MiB), randomBytes(1000)]
    const { uploadId, partUrls } = await store.blobs.createUpload({ key, size: 5 * MiB + 1000 })
    const first = await store.send(partUrls[0]!, bytes[0]!)
    store.time.at += days(2)
    const links = await store.blobs.partLinks({ key, uploadId })
    expect(links).toHaveLength(2)
    const arrived = await store.blobs.listParts({ key, uploadId })
    expect(arrived).toEqual([{ Etag: first, PartNumber: 1, size: 5 * MiB }])
    const parts = [...arrived, { Etag: await store.send(links[1]!, bytes[1]!), PartNumber: 2 }]
    expect(await store.blobs.complete({ key, uploadId, parts })).toMatchObject({ md5: md5(Buffer.concat(bytes)) })
    await expect(store.blobs.partLinks({ key, uploadId })).rejects.toMatchObject({ kind: 'no-such-upload' })
    await expect(store.blobs.listParts({ key, uploadId })).rejects.toMatchObject({ kind: 'no-such-upload' })
  })

  it('accepts a part sent twice and uses the last one', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const { uploadId, partUrls, parts, whole } = await uploadParts(store)
    await store.send(partUrls[1]!, whole.subarray(5 * MiB, 10 * MiB))
    expect(await store.blobs.listParts({ key, uploadId })).toMatchObject(parts)
    const Etag = await store.send(partUrls[1]!, randomBytes(5 * MiB))
    await expect(store.blobs.complete({ key, uploadId, parts })).rejects.toMatchObject({
      name: 'BlobError',
      kind: 'part-changed',
    })
    expect(await store.blobs.info(key)).toBeNull()
    const renewed = [parts[0]!, { Etag, PartNumber: 2 }, parts[2]!]
    expect(await store.blobs.complete({ key, uploadId, parts: renewed })).toMatchObject({ size: whole.length })
  })

  it('refuses to merge parts that are out of order, repeated, unknown or have a wrong ETag', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const { uploadId, parts } = await uploadParts(store)
    type Part = (typeof parts)[number]
    const [a, b, c] = parts as [Part, Part, Part]
    const merge = (requested: Part[]) => store.blobs.complete({ key, uploadId, parts: requested })
    const refusal = (kind: string, part_numbers: number[]) => ({ kind, parts: { part_numbers, arrived: [1, 2, 3] } })
    await expect(merge([b, a, c])).rejects.toMatchObject(refusal('parts-swapped', [1]))
    await expect(merge([a, a, b, c])).rejects.toMatchObject(refusal('part-twice', [1]))
    await expect(merge([a, b, c, { Etag: a.Etag, PartNumber: 4 }])).rejects.toMatchObject(refusal('part-extra', [4]))
    const swapped = [{ Etag: b.Etag, PartNumber: 1 }, { Etag: a.Etag, PartNumber: 2 }, c]
    await expect(merge(swapped)).rejects.toMatchObject(refusal('parts-swapped', [1, 2]))
    const forged = { Etag: '../../../etc/passwd', PartNumber: 3 }
    await expect(merge([a, b, forged])).rejects.toMatchObject(refusal('part-changed', [3]))
    expect(await store.blobs.info(key)).toBeNull()
    expect(await merge([a, b, c])).toMatchObject({ key })
  })

  it('refuses to merge fewer bytes than announced, because audio would be lost silently', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const { uploadId, parts } = await uploadParts(store)
    const merge = (requested: typeof parts) => store.blobs.complete({ key, uploadId, parts: requested })
    await expect(merge([parts[0]!, parts[2]!])).rejects.toMatchObject({ kind: 'too-few-bytes', parts: { part_numbers: [2] } })
    await expect(merge([])).rejects.toMatchObject({ kind: 'too-few-bytes', parts: { part_numbers: [1, 2, 3] } })
  })

  it('returns the same result for a second merge after the first response was lost', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const { uploadId, parts } = await uploadParts(store)
    const first = await store.blobs.complete({ key, uploadId, parts })
    expect(await store.blobs.complete({ key, uploadId, parts })).toEqual(first)
    await expect(store.blobs.complete({ key, uploadId, parts: parts.slice(0, 2) })).rejects.toMatchObject({
      kind: 'merged-otherwise',
    })
    await expect(store.blobs.complete({ key: 'another', uploadId, parts })).rejects.toMatchObject({ kind: 'no-such-upload' })
  })

  it('returns one result for concurrent merges, also from two processes', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const other = await store.reopen()
    const { uploadId, parts, whole } = await uploadParts(store)
    const merges = [store.blobs, store.blobs, other, other].map((blobs) => blobs.complete({ key, uploadId, parts }))
    for (const info of await Promise.all(merges)) expect(info).toEqual({ key, size: whole.length, md5: md5(whole) })
    expect((await buffer(await store.blobs.open(key))).equals(whole)).toBe(true)
  })

  it('is not found under another key', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const { uploadId, parts } = await uploadParts(store, [randomBytes(100)])
    const otherKey = { key: 'sound/u2/theirs', uploadId }
    const notFound = { kind: 'no-such-upload' }
    await expect(store.blobs.complete({ ...otherKey, parts })).rejects.toMatchObject(notFound)
    await expect(store.blobs.listParts(otherKey)).rejects.toMatchObject(notFound)
    await expect(store.blobs.partLinks(otherKey)).rejects.toMatchObject(notFound)
    await expect(store.blobs.abort(otherKey)).rejects.toMatchObject(notFound)
    for (const wrong of ['', '..', '../uploads', uploadId.toUpperCase(), `${uploadId}/../${uploadId}`, '\0'])
      await expect(store.blobs.complete({ key, uploadId: wrong, parts })).rejects.toMatchObject(notFound)
    expect(await store.blobs.complete({ key, uploadId, parts })).toMatchObject({ key })
  })

  it('accepts no part once it is cancelled, and can be cancelled twice', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const { uploadId, partUrls, parts } = await uploadParts(store, [randomBytes(100)])
    await store.blobs.abort({ key, uploadId })
    await store.blobs.abort({ key, uploadId })
    await expect(store.send(partUrls[0]!, Buffer.from('late'))).rejects.toThrow('a part was refused')
    await expect(store.blobs.complete({ key, uploadId, parts })).rejects.toMatchObject({ kind: 'no-such-upload' })
    expect(await store.blobs.info(key)).toBeNull()
  })

  it('keeps the merged object when it is cancelled afterwards', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const { uploadId, parts, whole } = await uploadParts(store)
    await store.blobs.complete({ key, uploadId, parts })
    await store.blobs.abort({ key, uploadId })
    expect((await buffer(await store.blobs.open(key))).equals(whole)).toBe(true)
  })

  it('never exceeds the announced size, whatever its parts', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const { uploadId, partUrls } = await store.blobs.createUpload({ key, size: 11 * MiB })
    const half = randomBytes(6 * MiB)
    const parts = [{ Etag: await store.send(partUrls[0]!, half), PartNumber: 1 }]
    // A link into an object store has no size limit, so the merge checks the size.
    const second = await store.send(partUrls[1]!, half).catch((error: Error) => error)
    if (typeof second === 'string') parts.push({ Etag: second, PartNumber: 2 })
    expect(String(second)).toMatch(kind === 'an object store' ? /^[0-9a-f]{32}$/ : /413/)
    await expect(store.blobs.complete({ key, uploadId, parts })).rejects.toMatchObject({
      kind: kind === 'an object store' ? 'too-many-bytes' : 'too-few-bytes',
    })
    expect(await store.blobs.info(key)).toBeNull()
  })

  it('is refused when it is larger than the server allows', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind, { maxBytes: 20 * MiB })
    await expect(store.blobs.createUpload({ key, size: 20 * MiB + 1 })).rejects.toMatchObject({ kind: 'too-large' })
    expect((await store.blobs.createUpload({ key, size: 20 * MiB })).partUrls).toHaveLength(4)
    expect(await store.blobs.availableBytes()).toBeGreaterThan(0)
  })

  it('is cleaned up when it was started long ago and never merged', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const done = await uploadParts(store)
    const left = await store.blobs.createUpload({ key: 'left', size: 10 })
    await store.blobs.complete({ key, uploadId: done.uploadId, parts: done.parts })
    store.time.at += hours(23)
    const late = await store.blobs.createUpload({ key: 'late', size: 10 })
    expect(await store.blobs.cleanUp(days(1))).toBe(0)
    store.time.at += hours(2)
    expect(await store.blobs.cleanUp(days(1))).toBe(1)
    await expect(store.blobs.listParts({ key: 'left', uploadId: left.uploadId })).rejects.toMatchObject({
      kind: 'no-such-upload',
    })
    expect(await store.blobs.listParts({ key: 'late', uploadId: late.uploadId })).toEqual([])
    expect((await buffer(await store.blobs.open(key))).equals(done.whole)).toBe(true)
  })
})

describe.each(BLOB_STORE_KINDS)('objects in %s', { timeout: 60_000 }, (kind) => {
  it('are stored from bytes or a stream of any length, replaced and deleted', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    expect(await store.blobs.put(key, Buffer.from('hello'))).toEqual({ key, size: 5, md5: md5(Buffer.from('hello')) })
    expect(await store.blobs.put(key, Readable.from([Buffer.from('good'), Buffer.from('bye')]), 7)).toMatchObject({ size: 7 })
    expect((await buffer(await store.blobs.open(key))).toString()).toBe('goodbye')
    expect(await store.blobs.info(key)).toEqual({ key, size: 7, md5: md5(Buffer.from('goodbye')) })
    await store.blobs.delete(key)
    await store.blobs.delete(key)
    expect(await store.blobs.info(key)).toBeNull()
    await expect(store.blobs.open(key)).rejects.toMatchObject({ kind: 'missing' })
    expect(await store.blobs.put('empty', Buffer.of())).toMatchObject({ size: 0, md5: md5(Buffer.of()) })
    expect(await buffer(await store.blobs.open('empty'))).toEqual(Buffer.of())
  })

  it('are not replaced by a stream that fails', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
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
  })

  it('refuse keys that could name anything outside their folder', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    for (const wrong of ['', '/etc/passwd', '../x', 'a/../../x', 'a//b', 'a/', 'A', 'ä', 'a\0b', 'a b', 'a\\b', '.', 'a/./b']) {
      await expect(store.blobs.put(wrong, Buffer.from('x'))).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(store.blobs.createUpload({ key: wrong, size: 1 })).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(store.blobs.info(wrong)).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(store.blobs.open(wrong)).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(store.blobs.delete(wrong)).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(store.blobs.deleteUnder(wrong)).rejects.toMatchObject({ kind: 'forbidden' })
    }
  })

  it('are deleted with everything under their prefix, but not with names that only share its beginning', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    for (const each of ['sound/u1/a', 'sound/u1/deep/b', 'sound/u10/c', 'sound/u1x', 'sound/u2/d'])
      await store.blobs.put(each, randomBytes(10))
    await store.blobs.deleteUnder('sound/u1')
    await store.blobs.deleteUnder('sound/u1')
    await store.blobs.deleteUnder('sound/unknown')
    expect(await store.blobs.info('sound/u1/a')).toBeNull()
    expect(await store.blobs.info('sound/u1/deep/b')).toBeNull()
    for (const each of ['sound/u10/c', 'sound/u1x', 'sound/u2/d']) expect(await store.blobs.info(each)).not.toBeNull()
  })

  it('are deleted together with the uploads under their prefix, and late parts are refused', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const bytes = randomBytes(100)
    const open = await store.blobs.createUpload({ key: 'sound/u1/open', size: 100 })
    const done = await store.blobs.createUpload({ key: 'sound/u1/done', size: 100 })
    const other = await store.blobs.createUpload({ key: 'sound/u10/open', size: 100 })
    await store.send(open.partUrls[0]!, bytes)
    const parts = [{ Etag: await store.send(done.partUrls[0]!, bytes), PartNumber: 1 }]
    await store.blobs.complete({ key: 'sound/u1/done', uploadId: done.uploadId, parts })
    await store.blobs.deleteUnder('sound/u1')
    await expect(store.send(open.partUrls[0]!, bytes)).rejects.toThrow('a part was refused')
    const notFound = { kind: 'no-such-upload' }
    await expect(store.blobs.listParts({ key: 'sound/u1/open', uploadId: open.uploadId })).rejects.toMatchObject(notFound)
    await expect(store.blobs.complete({ key: 'sound/u1/done', uploadId: done.uploadId, parts })).rejects.toMatchObject(notFound)
    expect(await store.blobs.info('sound/u1/done')).toBeNull()
    expect(await store.blobs.listParts({ key: 'sound/u10/open', uploadId: other.uploadId })).toEqual([])
  })
})

describe.each(BLOB_STORE_KINDS)('links to objects in %s', { timeout: 60_000 }, (kind) => {
  it('return the bytes, whole and in ranges, with the requested name and type', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    const bytes = randomBytes(1000)
    await store.blobs.put(key, bytes)
    const url = store.at(
      await store.blobs.readUrl({ key, ttl: hours(1), boundTo: 'test:one', filename: 'Über uns.mp3', type: 'audio/mpeg' }),
    )
    const whole = await fetch(url)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect(whole.headers.get('content-disposition')).toBe(`inline; filename="_ber uns.mp3"; filename*=UTF-8''%C3%9Cber%20uns.mp3`)
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    const some = await fetch(url, { headers: { range: 'bytes=10-19' } })
    expect([some.status, some.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000'])
    expect(Buffer.from(await some.arrayBuffer())).toEqual(bytes.subarray(10, 20))
    const saved = await fetch(
      store.at(
        await store.blobs.readUrl({
          key,
          ttl: hours(1),
          boundTo: 'test:one',
          filename: 'a.mp3',
          type: 'audio/mpeg',
          download: true,
        }),
      ),
    )
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  it('never show a web page or an image with scripts', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    await store.blobs.put(key, Buffer.from('<script>alert(1)</script>'))
    for (const type of ['text/html', 'image/svg+xml', 'audio/mpeg; x=text/html']) {
      const response = await fetch(
        store.at(await store.blobs.readUrl({ key, ttl: hours(1), boundTo: 'test:one', filename: 'page.html', type })),
      )
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; /)
    }
  })

  it('are refused once they are changed', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    await store.blobs.put('sound/u1/one', Buffer.from('mine'))
    await store.blobs.put('sound/u2/two', Buffer.from('theirs'))
    const url = store.at(
      await store.blobs.readUrl({ key: 'sound/u1/one', ttl: hours(1), boundTo: 'test:one', filename: 'a', type: 'audio/mpeg' }),
    )
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(url.replace('sound/u1/one', 'sound/u2/two'))).status).toBe(403)
  })

  it('expire with what they are bound to, for ranges too, and other links stay valid', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    await store.blobs.put(key, Buffer.from('mine'))
    const link = { key, ttl: hours(1), filename: 'a', type: 'audio/mpeg' } as const
    const [first, second] = [
      await store.blobs.readUrl({ ...link, boundTo: 'test:a:1' }),
      await store.blobs.readUrl({ ...link, boundTo: 'test:b' }),
    ]
    const statusOf = async (url: string, headers = {}) => (await fetch(store.at(url), { headers })).status
    expect(await statusOf(first)).toBe(200)
    store.endedLinkIds.add('a:1')
    expect([await statusOf(first), await statusOf(first, { range: 'bytes=1-2' })]).toEqual([403, 403])
    expect((await fetch(store.at(first), { method: 'HEAD' })).status).toBe(403)
    expect(await statusOf(second)).toBe(200)
    expect(await statusOf(first.replace('test%3Aa%3A1', 'test%3Ab'))).toBe(403)
    const unknown = await store.blobs.readUrl({ ...link, boundTo: 'unknown:b' })
    expect(await statusOf(unknown)).toBe(403)
  })

  it('redirect into a store for a few minutes only, and never into a lasting link', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    await store.blobs.put(key, Buffer.from('mine'))
    const url = await store.blobs.readUrl({ key, ttl: hours(1), boundTo: 'test:one', filename: 'a', type: 'audio/mpeg' })
    expect(new URL(url).origin).toBe('http://example.test')
    const response = await fetch(store.at(url), { redirect: 'manual' })
    const redirectUrl = response.headers.get('location')
    const lifetime = redirectUrl && new URL(redirectUrl).searchParams.get('X-Amz-Expires')
    expect([response.status, lifetime]).toEqual(kind === 'an object store' ? [307, '300'] : [200, null])
  })

  it('serve a stored .asr as an Ogg file, in ranges of the whole (B§9)', async (ctx) => {
    await using store = await createTestBlobStore(ctx, kind)
    await store.blobs.put(key, await readFile(join(import.meta.dirname, '../../../test/fixtures/sound/speech.asr')))
    const url = store.at(
      await store.blobs.readUrl({
        key,
        ttl: hours(1),
        boundTo: 'test:one',
        filename: 'a.ogg',
        type: 'audio/ogg',
        oggFromAsr: true,
      }),
    )
    const ogg = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(ogg.toString('latin1', 0, 4)).toBe('OggS')
    const part = await fetch(url, { headers: { range: 'bytes=4000-5000' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4000-5000/${ogg.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(ogg.subarray(4000, 5001))).toBe(true)
  })
})
