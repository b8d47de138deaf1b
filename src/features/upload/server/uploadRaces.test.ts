import { describe, expect, it } from 'vitest'
import { hours } from '#kit/units.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { tone } from '#test/world/tone.ts'
import { begunUpload, mergedUpload } from '#test/world/begunUpload.ts'
import { type World, world } from '#test/world/world.ts'
import { sweepAbandoned } from './sweep.ts'
import { readUpload, setState } from './store.ts'

/** Creates a merged upload and returns its ids. */
async function merged(w: World) {
  const bytes = tone(2)
  const { upload, id } = await w.as()
  const { data } = await upload.presign({ body: { filesize: bytes.length, file_type: 'MP3' } })
  const { upload_id, object_name, part_urls } = data
  const sent = await fetch(part_urls[0]!, { method: 'PUT', body: bytes })
  const names = { upload_id, object_name }
  const merge = { ...names, parts: [{ Etag: sent.headers.get('etag') ?? '', PartNumber: 1 }] }
  await upload.merge({ body: merge })
  return { upload, userId: id, names, merge }
}

/** A concurrent call was faster. */
const refused404 = (error: unknown) => expect(error).toMatchObject({ httpStatus: 404 })

const refusalsOf = (calls: readonly PromiseSettledResult<unknown>[]): number[] =>
  calls.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { status: number }).status] : []))

describe('concurrent steps of an upload', () => {
  it('keeps the audio when a merge ends after the recording was confirmed', async () => {
    await using w = await world()
    const { upload, userId, names } = await merged(w)
    const row = await readUpload(w.ground, userId, names.upload_id, names.object_name)
    await upload.confirm({ body: names })
    // The response of the first merge was lost, and its last statement runs only now.
    await setState(w.ground, row!, { from: 'open', to: 'merged' })
    w.clock.pass(hours(25))
    await sweepAbandoned(w.ground)
    expect(await w.ground.blobs.info(names.object_name)).not.toBeNull()
  })

  it('returns -8 when the upload is confirmed again after its recording was permanently deleted', async () => {
    await using w = await world()
    const { upload, names } = await merged(w)
    const { files } = await w.as()
    const { data_file } = await upload.confirm({ body: names })
    await files.remove({ query: {}, body: [data_file.id] })
    expect(await refusalOf(upload.confirm({ body: names }))).toMatchObject({ status: -8 })
    await w.settle()
    expect((await files.simple({ query: {} })).data_file_total).toBe(0)
  })

  it('returns the recording and deletes nothing when it is confirmed again and the audio can no longer be read', async () => {
    await using w = await world()
    const { upload, names } = await merged(w)
    const { data_file } = await upload.confirm({ body: names })
    await w.ground.blobs.put(names.object_name, Buffer.from('the disk has turned'))
    expect((await upload.confirm({ body: names })).data_file.id).toBe(data_file.id)
    expect(await w.ground.blobs.info(names.object_name)).not.toBeNull()
  })

  it('creates one recording from ten concurrent confirmations (B§4)', async () => {
    await using w = await world()
    const { upload, names } = await merged(w)
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload.confirm({ body: names })))
    expect(new Set(answers.map(({ data_file }) => data_file.id)).size).toBe(1)
  })
})

describe('metadata sent by the client', () => {
  it('uses the plausible values and never refuses the upload because of the others', async () => {
    await using w = await world()
    const { upload, names } = await merged(w)
    const said = { scene: 1e12, session_id: 1e300, timezone: 1e300, serial_number: 'x'.repeat(20_000), start_time: -1e300 }
    const { data_file } = await upload.confirm({ body: { ...names, ...said } })
    expect(data_file).toMatchObject({ scene: 101, session_id: 0, timezone: 0 })
    expect(data_file.serial_number).toHaveLength(200)
  })
})

describe('abandoned uploads', () => {
  it('are deleted by the server within an hour after their day has passed', async () => {
    await using w = await world()
    await w.settle()
    const { names } = await merged(w)
    w.clock.pass(hours(25))
    await w.settle()
    for (let waited = 0; waited < 100 && (await w.ground.blobs.info(names.object_name)); waited++) await w.settle()
    expect(await w.ground.blobs.info(names.object_name)).toBeNull()
  })
})

describe('concurrent changes during an upload', () => {
  it('keeps the recording with its audio or deletes both when the upload is abandoned during ten confirmations', async () => {
    await using w = await world()
    const user = await w.as()
    for (let round = 0; round < 5; round++) {
      const { names, confirm } = await mergedUpload(user, tone(2))
      const params = { upload_id: names.upload_id }
      const confirming = Array.from({ length: 10 }, () => confirm())
      const [made] = await Promise.all([
        Promise.allSettled(confirming),
        ...Array.from({ length: 3 }, () => user.upload.abandon({ params }).catch(refused404)),
      ])
      const ids = new Set(made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.data_file.id] : [])))
      expect(refusalsOf(made).every((status) => status === -8)).toBe(true)
      expect(ids.size).toBeLessThanOrEqual(1)
      expect((await w.ground.blobs.info(names.object_name)) !== null).toBe(ids.size === 1)
      for (const id of ids) expect((await user.files.list({ query: {}, body: [id] })).data_file_list[0]?.duration).toBe(2000)
    }
  })

  it('leaves nothing behind when the upload is abandoned during its merge', async () => {
    await using w = await world()
    const user = await w.as()
    for (let round = 0; round < 10; round++) {
      const { names, put, merge } = await begunUpload(user, tone(60))
      const parts = [await put()]
      const [merging] = await Promise.allSettled([merge(parts), user.upload.abandon({ params: { upload_id: names.upload_id } })])
      expect(refusalsOf([merging])).toEqual(merging.status === 'rejected' ? [-8] : [])
      expect(await w.ground.blobs.info(names.object_name)).toBeNull()
      expect((await user.upload.unfinished({})).data.list).toEqual([])
    }
  })

  it('keeps the recording with its audio or deletes both when the cleanup runs during the confirmation', async () => {
    await using w = await world()
    const user = await w.as()
    for (let round = 0; round < 5; round++) {
      const { names, confirm } = await mergedUpload(user, tone(2))
      w.clock.pass(hours(25))
      const [made] = await Promise.allSettled([confirm(), ...[1, 2, 3].map(() => sweepAbandoned(w.ground))])
      expect(refusalsOf([made])).toEqual(made.status === 'rejected' ? [-8] : [])
      expect((await w.ground.blobs.info(names.object_name)) !== null).toBe(made.status === 'fulfilled')
    }
  })

  it('creates the recording without a folder when its folder is deleted (B§4)', async () => {
    await using w = await world()
    const user = await w.as()
    const { data_filetag } = await user.folders.create({ body: { name: 'Work' } })
    const [late, meanwhile] = [await mergedUpload(user, tone(2)), await mergedUpload(user, tone(3))]
    const body = { filetag_id_list: [data_filetag.id] }
    await Promise.all([meanwhile.confirm(body), user.folders.remove({ params: { id: data_filetag.id } })])
    await late.confirm(body)
    const { data_file_list } = await user.files.simple({ query: {} })
    expect(data_file_list.map(({ filetag_id_list }) => filetag_id_list)).toEqual([[], []])
  })

  it('returns 401 and keeps no audio when the account is deleted', async () => {
    await using w = await world()
    const user = await w.as()
    const long = await begunUpload(user, tone(60))
    const parts = [await long.put()]
    const short = await mergedUpload(user, tone(2))
    const calls = await Promise.allSettled([short.confirm(), user.me.remove({}), long.merge(parts)])
    expect(calls[1].status).toBe('fulfilled')
    await w.settle()
    for (const { object_name } of [long.names, short.names]) expect(await w.ground.blobs.info(object_name)).toBeNull()
    expect((await long.put()).Etag).toBe('')
  })
})
