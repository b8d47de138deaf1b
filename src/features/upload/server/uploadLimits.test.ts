import { describe, expect, it } from 'vitest'
import { readFileOfBlob } from '#features/files/server.ts'
import { days, GiB, hours, MiB } from '#kit/units.ts'
import { begunUpload, mergedUpload } from '#test/world/begunUpload.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { tone } from '#test/world/tone.ts'
import { type World, world } from '#test/world/world.ts'
import { readUpload } from './store.ts'
import { sweepAbandoned } from './sweep.ts'

const MOST = 500 * MiB

/** Begins uploads one second apart to stay below the rate limit, and abandons each one unless `keep` is set. */
async function begin(w: World, times: number, filesize: number, { keep = false } = {}): Promise<void> {
  const { upload } = await w.as()
  for (let n = 0; n < times; n++) {
    w.clock.pass(1000)
    const { data } = await upload.presign({ body: { filesize, file_type: 'MP3' } })
    if (!keep) await upload.abandon({ params: { upload_id: data.upload_id } })
  }
}

const presign = async (w: World, filesize = 1000, name?: string) =>
  (await w.as(name)).upload.presign({ body: { filesize, file_type: 'MP3' } })

describe('upload limit of the server (B§9)', () => {
  it('returns the setting and applies it to presign and to the blob store', async () => {
    await using w = await world({ settings: { UPLOAD_LIMIT_MB: '2' } })
    const { upload, id } = await w.as()
    expect((await upload.webConfig({})).data.upload_limit_size).toBe(2 * MiB)
    expect(await refusalOf(presign(w, 2 * MiB + 1))).toMatchObject({ status: -4 })
    expect((await presign(w, 2 * MiB)).data.part_urls).toHaveLength(1)
    const key = `sound/${id}/x`
    await expect(w.ground.blobs.createUpload({ key, size: 2 * MiB + 1 })).rejects.toMatchObject({ kind: 'too-large' })
  })

  it('accepts a setting above 500 MB', async () => {
    await using w = await world({ settings: { UPLOAD_LIMIT_MB: '2000' } })
    expect((await presign(w, 2000 * MiB)).data.part_urls).toHaveLength(400)
  })
})

describe('limits of one account', () => {
  it('accepts 60 uploads a minute, then returns 429', async () => {
    await using w = await world()
    for (let n = 0; n < 60; n++) await presign(w)
    const error = await refusalOf(presign(w))
    expect(error).toMatchObject({ httpStatus: 429 })
    expect((await presign(w, 1000, 'ben')).data.part_urls).toHaveLength(1)
    w.clock.pass(1001)
    expect((await presign(w)).data.part_urls).toHaveLength(1)
  })

  it('accepts 20 GB a day, then returns -429 until part of the day has passed', async () => {
    await using w = await world()
    const times = Math.floor((20 * GiB) / MOST)
    await begin(w, times, MOST)
    expect(await refusalOf(presign(w, MOST))).toMatchObject({ status: -429 })
    expect((await presign(w, MOST, 'ben')).data.part_urls).toHaveLength(100)
    w.clock.pass(days(1))
    await begin(w, 1, MOST)
  })

  it('accepts 100 unfinished uploads, also with concurrent requests', async () => {
    await using w = await world()
    await begin(w, 95, 1000, { keep: true })
    w.clock.pass(60_000)
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => presign(w)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await refusalOf(presign(w))).toMatchObject({ status: -429 })
    const { upload } = await w.as()
    const { list } = (await upload.unfinished({})).data
    expect(list).toHaveLength(100)
    await upload.abandon({ params: { upload_id: list[0]!.upload_id } })
    expect((await presign(w)).data.part_urls).toHaveLength(1)
  })

  it('accepts 10 GB of unfinished uploads', async () => {
    await using w = await world()
    await begin(w, Math.floor((10 * GiB) / MOST), MOST, { keep: true })
    expect(await refusalOf(presign(w, MOST))).toMatchObject({ status: -429 })
    w.clock.pass(hours(24) + 1)
    await sweepAbandoned(w.ground)
    expect((await presign(w, MOST)).data.part_urls).toHaveLength(100)
  })

  it('leaves nothing behind of a refused upload', async () => {
    await using w = await world()
    await begin(w, 20, MOST, { keep: true })
    await refusalOf(presign(w, MOST))
    w.clock.pass(days(8))
    await sweepAbandoned(w.ground)
    expect(await w.ground.blobs.sweep(0)).toBe(0)
  })
})

describe('retention of uploads', () => {
  it('keeps an unfinished upload for the configured time', async () => {
    await using w = await world({ settings: { UPLOAD_KEPT_HOURS: '3' } })
    const user = await w.as()
    const { names } = await begunUpload(user, tone(2))
    const ask = () => user.upload.unfinished({})
    expect((await ask()).data.list[0]?.kept_until).toBe(w.clock.now().getTime() / 1000 + 3 * 3600)
    w.clock.pass(hours(3) - 1)
    await sweepAbandoned(w.ground)
    expect((await ask()).data.list).toHaveLength(1)
    w.clock.pass(2)
    await sweepAbandoned(w.ground)
    expect(await refusalOf(user.upload.resume({ params: { upload_id: names.upload_id } }))).toMatchObject({ httpStatus: 404 })
  })

  it('never deletes a recording, and accepts a repeated confirmation for months', async () => {
    await using w = await world()
    const user = await w.as()
    const { names, confirm } = await mergedUpload(user, tone(2))
    await confirm()
    w.clock.pass(days(5))
    await sweepAbandoned(w.ground)
    expect((await confirm()).data_file.duration).toBe(2000)
    w.clock.pass(days(86))
    await sweepAbandoned(w.ground)
    expect(await readUpload(w.ground, user.id, names.upload_id)).toBeUndefined()
    expect(await w.ground.blobs.info(names.object_name)).not.toBeNull()
    expect(await readFileOfBlob(w.ground, user.id, names.object_name)).toMatchObject({ duration_ms: 2000 })
  })
})
