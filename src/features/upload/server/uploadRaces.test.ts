import { describe, expect, it } from 'vitest'
import { hours } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { startUpload, startMergedUpload } from '#test/server/startUpload.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { deleteAbandonedUploads } from './abandonedUploads.ts'
import { readUpload, setState } from './store.ts'

/** Creates a merged upload and returns its ids. */
async function createMergedUpload(w: TestServer) {
  const bytes = createToneWav(2)
  const { upload, id } = await w.user()
  const { data } = await upload.presign({ body: { filesize: bytes.length, file_type: 'MP3' } })
  const { upload_id, object_name, part_urls } = data
  const response = await fetch(part_urls[0]!, { method: 'PUT', body: bytes })
  const names = { upload_id, object_name }
  const merge = { ...names, parts: [{ Etag: response.headers.get('etag') ?? '', PartNumber: 1 }] }
  await upload.merge({ body: merge })
  return { upload, userId: id, names, merge }
}

/** A concurrent call was faster. */
const expectNotFound = (error: unknown) => expect(error).toMatchObject({ httpStatus: 404 })

const refusalStatuses = (results: readonly PromiseSettledResult<unknown>[]): number[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { status: number }).status] : []))

describe('concurrent steps of an upload', () => {
  it('keeps the audio when a merge ends after the recording was confirmed', async () => {
    await using w = await testServer()
    const { upload, userId, names } = await createMergedUpload(w)
    const row = await readUpload(w.ctx, userId, { uploadId: names.upload_id, objectName: names.object_name })
    await upload.confirm({ body: names })
    // The response of the first merge was lost, and its last statement runs only now.
    await setState(w.ctx, row!, { from: 'open', to: 'merged' })
    w.clock.advance(hours(25))
    await deleteAbandonedUploads(w.ctx)
    expect(await w.ctx.blobs.info(names.object_name)).not.toBeNull()
  })

  it('returns -8 when the upload is confirmed again after its recording was permanently deleted', async () => {
    await using w = await testServer()
    const { upload, names } = await createMergedUpload(w)
    const { files } = await w.user()
    const { data_file } = await upload.confirm({ body: names })
    await files.remove({ query: {}, body: [data_file.id] })
    expect(await expectRefusal(upload.confirm({ body: names }))).toMatchObject({ status: -8 })
    await w.waitForJobs()
    expect((await files.simple({ query: {} })).data_file_total).toBe(0)
  })

  it('returns the recording and deletes nothing when it is confirmed again and the audio can no longer be read', async () => {
    await using w = await testServer()
    const { upload, names } = await createMergedUpload(w)
    const { data_file } = await upload.confirm({ body: names })
    await w.ctx.blobs.put(names.object_name, Buffer.from('the disk has turned'))
    expect((await upload.confirm({ body: names })).data_file.id).toBe(data_file.id)
    expect(await w.ctx.blobs.info(names.object_name)).not.toBeNull()
  })

  it('creates one recording from ten concurrent confirmations (B§4)', async () => {
    await using w = await testServer()
    const { upload, names } = await createMergedUpload(w)
    const responses = await Promise.all(Array.from({ length: 10 }, () => upload.confirm({ body: names })))
    expect(new Set(responses.map(({ data_file }) => data_file.id)).size).toBe(1)
  })
})

describe('metadata sent by the client', () => {
  it('uses the plausible values and never refuses the upload because of the others', async () => {
    await using w = await testServer()
    const { upload, names } = await createMergedUpload(w)
    const metadata = { scene: 1e12, session_id: 1e300, timezone: 1e300, serial_number: 'x'.repeat(20_000), start_time: -1e300 }
    const { data_file } = await upload.confirm({ body: { ...names, ...metadata } })
    expect(data_file).toMatchObject({ scene: 101, session_id: 0, timezone: 0 })
    expect(data_file.serial_number).toHaveLength(200)
  })
})

describe('abandoned uploads', () => {
  it('are deleted by the server within an hour after their day has passed', async () => {
    await using w = await testServer()
    await w.waitForJobs()
    const { names } = await createMergedUpload(w)
    w.clock.advance(hours(25))
    await w.waitForJobs()
    for (let waited = 0; waited < 100 && (await w.ctx.blobs.info(names.object_name)); waited++) await w.waitForJobs()
    expect(await w.ctx.blobs.info(names.object_name)).toBeNull()
  })
})

describe('concurrent changes during an upload', () => {
  it('keeps the recording with its audio or deletes both when the upload is abandoned during ten confirmations', async () => {
    await using w = await testServer()
    const user = await w.user()
    for (let round = 0; round < 5; round++) {
      const { uploadIds, confirm } = await startMergedUpload(user, createToneWav(2))
      const params = { upload_id: uploadIds.upload_id }
      const confirmations = Array.from({ length: 10 }, () => confirm())
      const [confirmed] = await Promise.all([
        Promise.allSettled(confirmations),
        ...Array.from({ length: 3 }, () => user.upload.abandon({ params }).catch(expectNotFound)),
      ])
      const ids = new Set(confirmed.flatMap((result) => (result.status === 'fulfilled' ? [result.value.data_file.id] : [])))
      expect(refusalStatuses(confirmed).every((status) => status === -8)).toBe(true)
      expect(ids.size).toBeLessThanOrEqual(1)
      expect((await w.ctx.blobs.info(uploadIds.object_name)) !== null).toBe(ids.size === 1)
      for (const id of ids) expect((await user.files.list({ query: {}, body: [id] })).data_file_list[0]?.duration).toBe(2000)
    }
  })

  it('leaves nothing behind when the upload is abandoned during its merge', async () => {
    await using w = await testServer()
    const user = await w.user()
    for (let round = 0; round < 10; round++) {
      const { uploadIds, putPart, merge } = await startUpload(user, createToneWav(60))
      const parts = [await putPart()]
      const [mergeResult] = await Promise.allSettled([
        merge(parts),
        user.upload.abandon({ params: { upload_id: uploadIds.upload_id } }),
      ])
      expect(refusalStatuses([mergeResult])).toEqual(mergeResult.status === 'rejected' ? [-8] : [])
      expect(await w.ctx.blobs.info(uploadIds.object_name)).toBeNull()
      expect((await user.upload.unfinished({})).data.list).toEqual([])
    }
  })

  it('keeps the recording with its audio or deletes both when the cleanup runs during the confirmation', async () => {
    await using w = await testServer()
    const user = await w.user()
    for (let round = 0; round < 5; round++) {
      const { uploadIds, confirm } = await startMergedUpload(user, createToneWav(2))
      w.clock.advance(hours(25))
      const [confirmed] = await Promise.allSettled([confirm(), ...[1, 2, 3].map(() => deleteAbandonedUploads(w.ctx))])
      expect(refusalStatuses([confirmed])).toEqual(confirmed.status === 'rejected' ? [-8] : [])
      expect((await w.ctx.blobs.info(uploadIds.object_name)) !== null).toBe(confirmed.status === 'fulfilled')
    }
  })

  it('creates the recording without a folder when its folder is deleted (B§4)', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { data_filetag } = await user.folders.create({ body: { name: 'Work' } })
    const [lateUpload, concurrentUpload] = [
      await startMergedUpload(user, createToneWav(2)),
      await startMergedUpload(user, createToneWav(3)),
    ]
    const body = { filetag_id_list: [data_filetag.id] }
    await Promise.all([concurrentUpload.confirm(body), user.folders.remove({ params: { id: data_filetag.id } })])
    await lateUpload.confirm(body)
    const { data_file_list } = await user.files.simple({ query: {} })
    expect(data_file_list.map(({ filetag_id_list }) => filetag_id_list)).toEqual([[], []])
  })

  it('returns 401 and keeps no audio when the account is deleted', async () => {
    await using w = await testServer()
    const user = await w.user()
    const openUpload = await startUpload(user, createToneWav(60))
    const parts = [await openUpload.putPart()]
    const mergedOne = await startMergedUpload(user, createToneWav(2))
    const results = await Promise.allSettled([mergedOne.confirm(), user.me.remove({}), openUpload.merge(parts)])
    expect(results[1].status).toBe('fulfilled')
    await w.waitForJobs()
    for (const { object_name } of [openUpload.uploadIds, mergedOne.uploadIds])
      expect(await w.ctx.blobs.info(object_name)).toBeNull()
    expect((await openUpload.putPart()).Etag).toBe('')
  })
})
