import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mergedUpload } from '#test/world/begunUpload.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { tone } from '#test/world/tone.ts'
import { type World, world } from '#test/world/world.ts'

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const SOURCE = md5Of(Buffer.from('as it lay on the disk'))
const OTHER = md5Of(Buffer.from('another'))

const known = async (w: World, md5s: string[], name?: string) =>
  (await (await w.as(name)).upload.knownSounds({ body: { md5s } })).data.known

describe('known audio (duplicate check)', () => {
  it('finds a recording by the MD5 of the selected file, also after it was renamed', async () => {
    await using w = await world()
    const user = await w.as()
    const { confirm } = await mergedUpload(user, tone(2), { source_md5: SOURCE })
    expect(await known(w, [SOURCE])).toEqual([])
    const { data_file } = await confirm({ filename: 'Monday' })
    await user.files.change({ params: { id: data_file.id }, body: { filename: 'Tuesday' } })
    expect(await known(w, [OTHER, SOURCE, SOURCE])).toEqual([{ md5: SOURCE, file_id: data_file.id, filename: 'Tuesday' }])
  })

  it('finds a recording by the MD5 of the stored audio, for example when a download is uploaded again', async () => {
    await using w = await world()
    const { confirm } = await mergedUpload(await w.as(), tone(2), { source_md5: SOURCE })
    await confirm()
    expect(await known(w, [md5Of(tone(2))])).toMatchObject([{ md5: md5Of(tone(2)) }])
  })

  it('uses the MD5 of the confirmation when it differs from the one sent at the beginning', async () => {
    await using w = await world()
    const { confirm } = await mergedUpload(await w.as(), tone(2), { source_md5: SOURCE, filename: 'Begun' })
    expect((await confirm({ source_md5: OTHER })).data_file.filename).toBe('Begun')
    expect(await known(w, [SOURCE, OTHER])).toMatchObject([{ md5: OTHER }])
  })

  it('does not find recordings in the trash or of other users', async () => {
    await using w = await world()
    const user = await w.as()
    const { confirm } = await mergedUpload(user, tone(2), { source_md5: SOURCE })
    const { data_file } = await confirm()
    expect(await known(w, [SOURCE], 'ben')).toEqual([])
    await user.files.trash({ body: [data_file.id] })
    expect(await known(w, [SOURCE])).toEqual([])
  })

  it('accepts only MD5s, at most a thousand', async () => {
    await using w = await world()
    const { upload } = await w.as()
    for (const md5s of [['x'], [SOURCE.toUpperCase()], Array.from({ length: 1001 }, () => SOURCE)])
      expect(await refusalOf(upload.knownSounds({ body: { md5s } }))).toMatchObject({ httpStatus: 422 })
  })
})
