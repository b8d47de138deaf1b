import { describe, expect, it } from 'vitest'
import { hours } from '#shared/units.ts'
import { startUpload, startMergedUpload } from '#test/server/startUpload.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { readUpload, setState } from './store.ts'
import { deleteAbandonedUploads } from './abandonedUploads.ts'

const MD5 = 'c0ffee'.padEnd(32, '0')
/** 12.8 MB, three parts. */
const LONG_AUDIO = createToneWav(400)

const listUnfinished = async (w: TestServer, name?: string) => (await (await w.user(name)).upload.unfinished({})).data.list

describe('unfinished uploads', () => {
  it('lists them with the bytes received, newest first, on every device of the user', async () => {
    await using w = await testServer()
    const user = await w.user()
    const longUpload = await startUpload(user, LONG_AUDIO, { filename: 'Board\u0000 meeting', source_md5: MD5 })
    await longUpload.putPart(1)
    w.clock.advance(hours(1))
    const mergedUploadOfUser = await startMergedUpload(user, createToneWav(2))
    const offset = w.clock.now().getTime() / 1000
    expect(await listUnfinished(w)).toEqual([
      {
        ...mergedUploadOfUser.uploadIds,
        file_type: 'MP3',
        filename: null,
        source_md5: null,
        filesize: createToneWav(2).length,
        bytes_arrived: createToneWav(2).length,
        state: 'merged',
        begun_at: offset,
        kept_until: offset + 24 * 3600,
      },
      {
        ...longUpload.uploadIds,
        file_type: 'MP3',
        filename: 'Board meeting',
        source_md5: MD5,
        filesize: LONG_AUDIO.length,
        bytes_arrived: 5_242_880,
        state: 'open',
        begun_at: offset - 3600,
        kept_until: offset + 23 * 3600,
      },
    ])
  })

  it('does not list an upload that has become a recording', async () => {
    await using w = await testServer()
    const { confirm } = await startMergedUpload(await w.user(), createToneWav(2))
    await confirm()
    expect(await listUnfinished(w)).toEqual([])
  })

  it('returns 404 for uploads of another user and does not list them', async () => {
    await using w = await testServer()
    const { uploadIds, confirm } = await startMergedUpload(await w.user(), createToneWav(2))
    const otherUser = await w.user('ben')
    expect(await listUnfinished(w, 'ben')).toEqual([])
    const params = { upload_id: uploadIds.upload_id }
    expect(await expectRefusal(otherUser.upload.resume({ params }))).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(otherUser.upload.abandon({ params }))).toMatchObject({ httpStatus: 404 })
    expect((await confirm()).data_file.duration).toBe(2000)
  })

  it('returns 401 without a session', async () => {
    await using w = await testServer()
    const { upload } = createClients(w.url, {})
    const params = { upload_id: 'x' }
    const calls = [
      upload.unfinished({}),
      upload.resume({ params }),
      upload.abandon({ params }),
      upload.knownSounds({ body: { md5s: [] } }),
    ]
    for (const error of await Promise.all(calls.map(expectRefusal))) expect(error).toMatchObject({ httpStatus: 401 })
  })
})

describe('resuming an upload', () => {
  it('continues with new links and creates the complete recording (B§4)', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { uploadIds, putPart, merge } = await startUpload(user, LONG_AUDIO)
    const second = await putPart(1)
    const { data } = await user.upload.resume({ params: { upload_id: uploadIds.upload_id } })
    expect(data).toMatchObject({ ...uploadIds, state: 'open', parts: [{ Etag: second.Etag.replaceAll('"', ''), PartNumber: 2 }] })
    expect(data.part_urls).toHaveLength(3)
    for (const offset of [0, 2]) {
      const body = LONG_AUDIO.slice(offset * 5_242_880, (offset + 1) * 5_242_880)
      expect((await fetch(data.part_urls[offset]!, { method: 'PUT', body })).status).toBe(200)
    }
    const { data: resumed } = await user.upload.resume({ params: { upload_id: uploadIds.upload_id } })
    await merge(resumed.parts)
    expect((await user.upload.confirm({ body: uploadIds })).data_file.duration).toBe(400_000)
  })

  it('returns valid links on later days and extends the retention by a day, to seven at most', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { uploadIds, putPart } = await startUpload(user, createToneWav(2))
    const params = { upload_id: uploadIds.upload_id }
    for (let day = 0; day < 6; day++) {
      w.clock.advance(hours(23))
      const { data } = await user.upload.resume({ params })
      await deleteAbandonedUploads(w.ctx)
      expect((await fetch(data.part_urls[0]!, { method: 'PUT', body: createToneWav(2) })).status).toBe(200)
    }
    expect((await putPart()).Etag).toBe('') // the first link has expired
    const begunAt = w.clock.now().getTime() / 1000 - 6 * 23 * 3600
    w.clock.advance(hours(23))
    await user.upload.resume({ params })
    expect((await listUnfinished(w))[0]?.kept_until).toBe(begunAt + 7 * 24 * 3600)
    w.clock.advance(hours(8))
    await deleteAbandonedUploads(w.ctx)
    expect(await expectRefusal(user.upload.resume({ params }))).toMatchObject({ httpStatus: 404 })
  })

  it('returns the state without links when the upload is merged or confirmed', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { uploadIds, confirm } = await startMergedUpload(user, createToneWav(2))
    const params = { upload_id: uploadIds.upload_id }
    expect((await user.upload.resume({ params })).data).toEqual({ ...uploadIds, part_urls: [], parts: [], state: 'merged' })
    await confirm()
    expect((await user.upload.resume({ params })).data).toEqual({ ...uploadIds, part_urls: [], parts: [], state: 'confirmed' })
  })

  it('detects a merge that the server could not record before it died', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { uploadIds, confirm } = await startMergedUpload(user, createToneWav(2))
    const row = await readUpload(w.ctx, user.id, { uploadId: uploadIds.upload_id })
    await setState(w.ctx, row!, { from: 'merged', to: 'open' })
    expect(await listUnfinished(w)).toMatchObject([{ state: 'merged' }])
    expect((await user.upload.resume({ params: { upload_id: uploadIds.upload_id } })).data.state).toBe('merged')
    expect((await confirm()).data_file.duration).toBe(2000)
  })

  it('returns 404 for an unknown upload and -8 when its bytes are gone', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { uploadIds } = await startUpload(user, createToneWav(2))
    const resume = (upload_id: string) => expectRefusal(user.upload.resume({ params: { upload_id } }))
    expect(await resume('no-such-upload')).toMatchObject({ httpStatus: 404 })
    await w.ctx.blobs.abort({ key: uploadIds.object_name, uploadId: uploadIds.upload_id })
    expect(await resume(uploadIds.upload_id)).toMatchObject({ status: -8 })
    expect(await listUnfinished(w)).toEqual([])
  })
})

describe('abandoning an upload', () => {
  it('deletes its parts and its merged audio', async () => {
    await using w = await testServer()
    const user = await w.user()
    const openUpload = await startUpload(user, createToneWav(2))
    await openUpload.putPart()
    const mergedOne = await startMergedUpload(user, createToneWav(3))
    for (const { uploadIds } of [openUpload, mergedOne]) await user.upload.abandon({ params: { upload_id: uploadIds.upload_id } })
    expect(await listUnfinished(w)).toEqual([])
    expect(await w.ctx.blobs.info(mergedOne.uploadIds.object_name)).toBeNull()
    expect(await expectRefusal(openUpload.merge([{ Etag: MD5, PartNumber: 1 }]))).toMatchObject({ status: -8 })
    expect(await expectRefusal(mergedOne.confirm())).toMatchObject({ status: -8 })
    expect((await openUpload.putPart()).Etag).toBe('')
  })

  it('keeps the recording it has become, and may be repeated', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { uploadIds, confirm } = await startMergedUpload(user, createToneWav(2))
    const { data_file } = await confirm()
    for (let n = 0; n < 2; n++) await user.upload.abandon({ params: { upload_id: uploadIds.upload_id } })
    expect((await confirm()).data_file.id).toBe(data_file.id)
    const unknown = user.upload.abandon({ params: { upload_id: 'no-such-upload' } })
    expect(await expectRefusal(unknown)).toMatchObject({ httpStatus: 404 })
    expect(await w.ctx.blobs.info(uploadIds.object_name)).not.toBeNull()
  })
})
