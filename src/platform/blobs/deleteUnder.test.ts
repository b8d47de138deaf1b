import { randomBytes } from 'node:crypto'
import { readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createTestBlobs, parsePartLink } from '#test/fixtures/blobs/testBlobs.ts'

type TestBlobs = Awaited<ReturnType<typeof createTestBlobs>>

const listFiles = async ({ dir }: TestBlobs): Promise<string[]> =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))

describe('deleteUnder', () => {
  it('deletes every object and its checksum, but not names that only share its beginning', async () => {
    await using store = await createTestBlobs()
    const bytes = randomBytes(10)
    for (const key of ['sound/u1/a', 'sound/u1/deep/b', 'sound/u10/c', 'sound/u1x', 'sound/u2/d'])
      await store.blobs.put(key, bytes)
    await store.blobs.deleteUnder('sound/u1')
    expect(await store.blobs.info('sound/u1/a')).toBeNull()
    expect(await store.blobs.info('sound/u1/deep/b')).toBeNull()
    for (const key of ['sound/u10/c', 'sound/u1x', 'sound/u2/d']) expect(await store.blobs.info(key)).not.toBeNull()
    expect((await listFiles(store)).filter((name) => name.includes('u1/'))).toEqual([])
  })

  it('deletes active and merged uploads, and late parts are refused', async () => {
    await using store = await createTestBlobs()
    const send = (url: string, bytes: Uint8Array) =>
      store.blobs.receivePart(parsePartLink(url), Readable.from([bytes]), bytes.length)
    const bytes = randomBytes(100)
    const [open, done, other] = [
      await store.blobs.createUpload({ key: 'sound/u1/open', size: 100 }),
      await store.blobs.createUpload({ key: 'sound/u1/done', size: 100 }),
      await store.blobs.createUpload({ key: 'sound/u10/open', size: 100 }),
    ]
    await send(open.partUrls[0]!, bytes)
    const Etag = await send(done.partUrls[0]!, bytes)
    await store.blobs.complete({ key: 'sound/u1/done', uploadId: done.uploadId, parts: [{ Etag, PartNumber: 1 }] })
    await store.blobs.deleteUnder('sound/u1')
    const names = await listFiles(store)
    expect(names.filter((name) => name.includes(open.uploadId) || name.includes(done.uploadId))).toEqual([])
    expect(names.filter((name) => name.includes(other.uploadId))).toHaveLength(1)
    await expect(send(open.partUrls[0]!, bytes)).rejects.toMatchObject({ kind: 'no-such-upload' })
    await expect(store.blobs.listParts({ key: 'sound/u1/open', uploadId: open.uploadId })).rejects.toMatchObject({
      kind: 'no-such-upload',
    })
    expect(await store.blobs.info('sound/u1/done')).toBeNull()
  })

  it('does nothing when there is nothing, and can be repeated', async () => {
    await using store = await createTestBlobs()
    await store.blobs.put('sound/u1/a', randomBytes(3))
    await store.blobs.deleteUnder('sound/u1')
    await store.blobs.deleteUnder('sound/u1')
    await store.blobs.deleteUnder('sound/unknown')
    expect(await listFiles(store)).toEqual([])
  })

  it.each([
    '',
    '.',
    '..',
    '../..',
    'sound/..',
    'sound/../..',
    '/',
    '/etc',
    'sound/',
    'sound//u1',
    'sound/u1/../u2',
    'sound/%2e%2e',
    'Sound/u1',
    'a\0b',
  ])('refuses a prefix that is not a valid key and deletes nothing: %j', async (prefix) => {
    await using store = await createTestBlobs()
    await store.blobs.put('sound/u2/d', randomBytes(3))
    await expect(store.blobs.deleteUnder(prefix)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await store.blobs.info('sound/u2/d')).not.toBeNull()
  })

  it('does not follow symbolic links out of its folder', async () => {
    await using store = await createTestBlobs()
    await using elsewhere = await createTestBlobs()
    await writeFile(join(elsewhere.dir, 'precious'), 'kept')
    await store.blobs.put('sound/u1/a', randomBytes(3))
    await symlink(elsewhere.dir, join(store.dir, 'objects/sound/u1/link'))
    await store.blobs.deleteUnder('sound/u1')
    expect(await listFiles(elsewhere)).toEqual(['precious'])
    expect(await listFiles(store)).toEqual([])
  })
})
