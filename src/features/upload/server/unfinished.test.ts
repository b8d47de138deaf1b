import { describe, expect, it } from 'vitest'
import { hours } from '#kit/units.ts'
import { begunUpload, mergedUpload } from '#test/world/begunUpload.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { tone } from '#test/world/tone.ts'
import { clientsOf } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'
import { readUpload, setState } from './store.ts'
import { sweepAbandoned } from './sweep.ts'

const MD5 = 'c0ffee'.padEnd(32, '0')
/** 12.8 MB, three parts. */
const LONG = tone(400)

const listed = async (w: World, name?: string) => (await (await w.as(name)).upload.unfinished({})).data.list

describe('unfinished uploads', () => {
  it('lists them with the bytes received, newest first, on every device of the user', async () => {
    await using w = await world()
    const user = await w.as()
    const long = await begunUpload(user, LONG, { filename: 'Board\u0000 meeting', source_md5: MD5 })
    await long.put(1)
    w.clock.pass(hours(1))
    const short = await mergedUpload(user, tone(2))
    const at = w.clock.now().getTime() / 1000
    expect(await listed(w)).toEqual([
      {
        ...short.names,
        file_type: 'MP3',
        filename: null,
        source_md5: null,
        filesize: tone(2).length,
        bytes_arrived: tone(2).length,
        state: 'merged',
        begun_at: at,
        kept_until: at + 24 * 3600,
      },
      {
        ...long.names,
        file_type: 'MP3',
        filename: 'Board meeting',
        source_md5: MD5,
        filesize: LONG.length,
        bytes_arrived: 5_242_880,
        state: 'open',
        begun_at: at - 3600,
        kept_until: at + 23 * 3600,
      },
    ])
  })

  it('does not list an upload that has become a recording', async () => {
    await using w = await world()
    const { confirm } = await mergedUpload(await w.as(), tone(2))
    await confirm()
    expect(await listed(w)).toEqual([])
  })

  it('returns 404 for uploads of another user and does not list them', async () => {
    await using w = await world()
    const { names, confirm } = await mergedUpload(await w.as(), tone(2))
    const ben = await w.as('ben')
    expect(await listed(w, 'ben')).toEqual([])
    const params = { upload_id: names.upload_id }
    expect(await refusalOf(ben.upload.resume({ params }))).toMatchObject({ httpStatus: 404 })
    expect(await refusalOf(ben.upload.abandon({ params }))).toMatchObject({ httpStatus: 404 })
    expect((await confirm()).data_file.duration).toBe(2000)
  })

  it('returns 401 without a session', async () => {
    await using w = await world()
    const { upload } = clientsOf(w.url, {})
    const params = { upload_id: 'x' }
    const calls = [
      upload.unfinished({}),
      upload.resume({ params }),
      upload.abandon({ params }),
      upload.knownSounds({ body: { md5s: [] } }),
    ]
    for (const error of await Promise.all(calls.map(refusalOf))) expect(error).toMatchObject({ httpStatus: 401 })
  })
})

describe('resuming an upload', () => {
  it('continues with new links and creates the complete recording', async () => {
    await using w = await world()
    const user = await w.as()
    const { names, put, merge } = await begunUpload(user, LONG)
    const second = await put(1)
    const { data } = await user.upload.resume({ params: { upload_id: names.upload_id } })
    expect(data).toMatchObject({ ...names, state: 'open', parts: [{ Etag: second.Etag.replaceAll('"', ''), PartNumber: 2 }] })
    expect(data.part_urls).toHaveLength(3)
    for (const at of [0, 2]) {
      const body = LONG.slice(at * 5_242_880, (at + 1) * 5_242_880)
      expect((await fetch(data.part_urls[at]!, { method: 'PUT', body })).status).toBe(200)
    }
    const { data: now } = await user.upload.resume({ params: { upload_id: names.upload_id } })
    await merge(now.parts)
    expect((await user.upload.confirm({ body: names })).data_file.duration).toBe(400_000)
  })

  it('returns valid links on later days and extends the retention by a day, to seven at most', async () => {
    await using w = await world()
    const user = await w.as()
    const { names, put } = await begunUpload(user, tone(2))
    const params = { upload_id: names.upload_id }
    for (let day = 0; day < 6; day++) {
      w.clock.pass(hours(23))
      const { data } = await user.upload.resume({ params })
      await sweepAbandoned(w.ground)
      expect((await fetch(data.part_urls[0]!, { method: 'PUT', body: tone(2) })).status).toBe(200)
    }
    expect((await put()).Etag).toBe('') // the first link has expired
    const begunAt = w.clock.now().getTime() / 1000 - 6 * 23 * 3600
    w.clock.pass(hours(23))
    await user.upload.resume({ params })
    expect((await listed(w))[0]?.kept_until).toBe(begunAt + 7 * 24 * 3600)
    w.clock.pass(hours(8))
    await sweepAbandoned(w.ground)
    expect(await refusalOf(user.upload.resume({ params }))).toMatchObject({ httpStatus: 404 })
  })

  it('returns the state without links when the upload is merged or confirmed', async () => {
    await using w = await world()
    const user = await w.as()
    const { names, confirm } = await mergedUpload(user, tone(2))
    const params = { upload_id: names.upload_id }
    expect((await user.upload.resume({ params })).data).toEqual({ ...names, part_urls: [], parts: [], state: 'merged' })
    await confirm()
    expect((await user.upload.resume({ params })).data).toEqual({ ...names, part_urls: [], parts: [], state: 'confirmed' })
  })

  it('detects a merge that the server could not record before it died', async () => {
    await using w = await world()
    const user = await w.as()
    const { names, confirm } = await mergedUpload(user, tone(2))
    const row = await readUpload(w.ground, user.id, names.upload_id)
    await setState(w.ground, row!, { from: 'merged', to: 'open' })
    expect(await listed(w)).toMatchObject([{ state: 'merged' }])
    expect((await user.upload.resume({ params: { upload_id: names.upload_id } })).data.state).toBe('merged')
    expect((await confirm()).data_file.duration).toBe(2000)
  })

  it('returns 404 for an unknown upload and -8 when its bytes are gone', async () => {
    await using w = await world()
    const user = await w.as()
    const { names } = await begunUpload(user, tone(2))
    const ask = (upload_id: string) => refusalOf(user.upload.resume({ params: { upload_id } }))
    expect(await ask('nobody-knows')).toMatchObject({ httpStatus: 404 })
    await w.ground.blobs.abort({ key: names.object_name, uploadId: names.upload_id })
    expect(await ask(names.upload_id)).toMatchObject({ status: -8 })
    expect(await listed(w)).toEqual([])
  })
})

describe('abandoning an upload', () => {
  it('deletes its parts and its merged audio', async () => {
    await using w = await world()
    const user = await w.as()
    const open = await begunUpload(user, tone(2))
    await open.put()
    const merged = await mergedUpload(user, tone(3))
    for (const { names } of [open, merged]) await user.upload.abandon({ params: { upload_id: names.upload_id } })
    expect(await listed(w)).toEqual([])
    expect(await w.ground.blobs.info(merged.names.object_name)).toBeNull()
    expect(await refusalOf(open.merge([{ Etag: MD5, PartNumber: 1 }]))).toMatchObject({ status: -8 })
    expect(await refusalOf(merged.confirm())).toMatchObject({ status: -8 })
    expect((await open.put()).Etag).toBe('')
  })

  it('keeps the recording it has become, and may be repeated', async () => {
    await using w = await world()
    const user = await w.as()
    const { names, confirm } = await mergedUpload(user, tone(2))
    const { data_file } = await confirm()
    for (let n = 0; n < 2; n++) await user.upload.abandon({ params: { upload_id: names.upload_id } })
    expect((await confirm()).data_file.id).toBe(data_file.id)
    const unknown = user.upload.abandon({ params: { upload_id: 'nobody-knows' } })
    expect(await refusalOf(unknown)).toMatchObject({ httpStatus: 404 })
    expect(await w.ground.blobs.info(names.object_name)).not.toBeNull()
  })
})
