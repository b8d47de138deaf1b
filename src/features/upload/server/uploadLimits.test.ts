import { describe, expect, it } from 'vitest'
import { readFileOfBlob } from '#features/files/server.ts'
import { days, GiB, hours, MiB } from '#shared/units.ts'
import { startUpload, startMergedUpload } from '#test/server/startUpload.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { readUpload } from './store.ts'
import { deleteAbandonedUploads } from './abandonedUploads.ts'

const MAX_UPLOAD = 500 * MiB

/** Begins uploads one second apart to stay below the rate limit, and abandons each one unless `keep` is set. */
async function beginUploads(w: TestServer, times: number, filesize: number, { keep = false } = {}): Promise<void> {
  const { upload } = await w.user()
  for (let n = 0; n < times; n++) {
    w.clock.advance(1000)
    const { data } = await upload.presign({ body: { filesize, file_type: 'MP3' } })
    if (!keep) await upload.abandon({ params: { upload_id: data.upload_id } })
  }
}

const presign = async (w: TestServer, filesize = 1000, name?: string) =>
  (await w.user(name)).upload.presign({ body: { filesize, file_type: 'MP3' } })

describe('upload limit of the server (B§9)', () => {
  it('returns the setting and applies it to presign and to the blob store', async () => {
    await using w = await testServer({ settings: { UPLOAD_LIMIT_MB: '2' } })
    const { upload, id } = await w.user()
    expect((await upload.webConfig({})).data.upload_limit_size).toBe(2 * MiB)
    expect(await expectRefusal(presign(w, 2 * MiB + 1))).toMatchObject({ status: -4 })
    expect((await presign(w, 2 * MiB)).data.part_urls).toHaveLength(1)
    const key = `sound/${id}/x`
    await expect(w.ctx.blobs.createUpload({ key, size: 2 * MiB + 1 })).rejects.toMatchObject({ kind: 'too-large' })
  })

  it('accepts a setting above 500 MB', async () => {
    await using w = await testServer({ settings: { UPLOAD_LIMIT_MB: '2000' } })
    expect((await presign(w, 2000 * MiB)).data.part_urls).toHaveLength(400)
  })
})

describe('limits of one account', () => {
  it('accepts 60 uploads a minute, then returns 429', async () => {
    await using w = await testServer()
    for (let n = 0; n < 60; n++) await presign(w)
    const error = await expectRefusal(presign(w))
    expect(error).toMatchObject({ httpStatus: 429 })
    expect((await presign(w, 1000, 'ben')).data.part_urls).toHaveLength(1)
    w.clock.advance(1001)
    expect((await presign(w)).data.part_urls).toHaveLength(1)
  })

  it('accepts 20 GB a day, then returns -429 until part of the day has passed', async () => {
    await using w = await testServer()
    const times = Math.floor((20 * GiB) / MAX_UPLOAD)
    await beginUploads(w, times, MAX_UPLOAD)
    expect(await expectRefusal(presign(w, MAX_UPLOAD))).toMatchObject({ status: -429 })
    expect((await presign(w, MAX_UPLOAD, 'ben')).data.part_urls).toHaveLength(100)
    w.clock.advance(days(1))
    await beginUploads(w, 1, MAX_UPLOAD)
  })

  it('accepts 100 unfinished uploads, also with concurrent requests', async () => {
    await using w = await testServer()
    await beginUploads(w, 95, 1000, { keep: true })
    w.clock.advance(60_000)
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => presign(w)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await expectRefusal(presign(w))).toMatchObject({ status: -429 })
    const { upload } = await w.user()
    const { list } = (await upload.unfinished({})).data
    expect(list).toHaveLength(100)
    await upload.abandon({ params: { upload_id: list[0]!.upload_id } })
    expect((await presign(w)).data.part_urls).toHaveLength(1)
  })

  it('accepts 10 GB of unfinished uploads', async () => {
    await using w = await testServer()
    await beginUploads(w, Math.floor((10 * GiB) / MAX_UPLOAD), MAX_UPLOAD, { keep: true })
    expect(await expectRefusal(presign(w, MAX_UPLOAD))).toMatchObject({ status: -429 })
    w.clock.advance(hours(24) + 1)
    await deleteAbandonedUploads(w.ctx)
    expect((await presign(w, MAX_UPLOAD)).data.part_urls).toHaveLength(100)
  })

  it('leaves nothing behind of a refused upload', async () => {
    await using w = await testServer()
    await beginUploads(w, 20, MAX_UPLOAD, { keep: true })
    await expectRefusal(presign(w, MAX_UPLOAD))
    w.clock.advance(days(8))
    await deleteAbandonedUploads(w.ctx)
    expect(await w.ctx.blobs.cleanUp(0)).toBe(0)
  })
})

describe('retention of uploads', () => {
  it('keeps an unfinished upload for the configured time', async () => {
    await using w = await testServer({ settings: { UPLOAD_KEPT_HOURS: '3' } })
    const user = await w.user()
    const { uploadIds } = await startUpload(user, createToneWav(2))
    const listUnfinished = () => user.upload.unfinished({})
    expect((await listUnfinished()).data.list[0]?.kept_until).toBe(w.clock.now().getTime() / 1000 + 3 * 3600)
    w.clock.advance(hours(3) - 1)
    await deleteAbandonedUploads(w.ctx)
    expect((await listUnfinished()).data.list).toHaveLength(1)
    w.clock.advance(2)
    await deleteAbandonedUploads(w.ctx)
    expect(await expectRefusal(user.upload.resume({ params: { upload_id: uploadIds.upload_id } }))).toMatchObject({
      httpStatus: 404,
    })
  })

  it('never deletes a recording, and accepts a repeated confirmation for months', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { uploadIds, confirm } = await startMergedUpload(user, createToneWav(2))
    await confirm()
    w.clock.advance(days(5))
    await deleteAbandonedUploads(w.ctx)
    expect((await confirm()).data_file.duration).toBe(2000)
    w.clock.advance(days(86))
    await deleteAbandonedUploads(w.ctx)
    expect(await readUpload(w.ctx, user.id, { uploadId: uploadIds.upload_id })).toBeUndefined()
    expect(await w.ctx.blobs.info(uploadIds.object_name)).not.toBeNull()
    expect(await readFileOfBlob(w.ctx, user.id, uploadIds.object_name)).toMatchObject({ duration_ms: 2000 })
  })
})
