import { describe, expect, it } from 'vitest'
import { hours } from '#kit/units.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { tone } from '#test/world/tone.ts'
import { type World, world } from '#test/world/world.ts'
import { sweepAbandoned } from './sweep.ts'
import { readUpload, setState } from './store.ts'

/** An upload whose slices have been put together, and its two names. */
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

describe('steps of an upload that overtake each other', () => {
  it('a merge that ends after the recording was confirmed does not give its sound to the sweep', async () => {
    await using w = await world()
    const { upload, userId, names } = await merged(w)
    const row = await readUpload(w.ground, userId, names.upload_id, names.object_name)
    await upload.confirm({ body: names })
    // The answer of the first merge got lost; its last statement arrives only now.
    await setState(w.ground, row!, { from: 'open', to: 'merged' })
    w.clock.pass(hours(25))
    await sweepAbandoned(w.ground)
    expect(await w.ground.blobs.info(names.object_name)).not.toBeNull()
  })

  it('confirming again after the recording was deleted for good does not bring it back without its sound', async () => {
    await using w = await world()
    const { upload, names } = await merged(w)
    const { files } = await w.as()
    const { data_file } = await upload.confirm({ body: names })
    await files.remove({ body: [data_file.id] })
    expect(await refusalOf(upload.confirm({ body: names }))).toMatchObject({ status: -8 })
    await w.settle()
    expect((await files.simple({ query: {} })).data_file_total).toBe(0)
  })

  it('confirming again when the sound can no longer be read answers the recording and deletes nothing', async () => {
    await using w = await world()
    const { upload, names } = await merged(w)
    const { data_file } = await upload.confirm({ body: names })
    await w.ground.blobs.put(names.object_name, Buffer.from('the disk has turned'))
    expect((await upload.confirm({ body: names })).data_file.id).toBe(data_file.id)
    expect(await w.ground.blobs.info(names.object_name)).not.toBeNull()
  })

  it('ten confirmations at once make one recording (B§4)', async () => {
    await using w = await world()
    const { upload, names } = await merged(w)
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload.confirm({ body: names })))
    expect(new Set(answers.map(({ data_file }) => data_file.id)).size).toBe(1)
  })
})

describe('what a client says of its recording', () => {
  it('is taken as far as it makes sense, and never costs the sound', async () => {
    await using w = await world()
    const { upload, names } = await merged(w)
    const said = { scene: 1e12, session_id: 1e300, timezone: 1e300, serial_number: 'x'.repeat(100_000), start_time: -1e300 }
    const { data_file } = await upload.confirm({ body: { ...names, ...said } })
    expect(data_file).toMatchObject({ scene: 101, session_id: 0, timezone: 0 })
    expect(data_file.serial_number).toHaveLength(200)
  })
})

describe('uploads nobody ends', () => {
  it('are let go of by the server itself, within an hour of their day', async () => {
    await using w = await world()
    await w.settle()
    const { names } = await merged(w)
    w.clock.pass(hours(25))
    await w.settle()
    for (let waited = 0; waited < 100 && (await w.ground.blobs.info(names.object_name)); waited++) await w.settle()
    expect(await w.ground.blobs.info(names.object_name)).toBeNull()
  })
})
