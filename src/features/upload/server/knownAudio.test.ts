import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startMergedUpload } from '#test/server/startUpload.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const SOURCE_MD5 = md5Of(Buffer.from('as it lay on the disk'))
const OTHER_MD5 = md5Of(Buffer.from('another'))

const findKnown = async (w: TestServer, md5s: string[], name?: string) =>
  (await (await w.user(name)).upload.knownSounds({ body: { md5s } })).data.known

describe('known audio (duplicate check)', () => {
  it('finds a recording by the MD5 of the selected file, also after it was renamed', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { confirm } = await startMergedUpload(user, createToneWav(2), { source_md5: SOURCE_MD5 })
    expect(await findKnown(w, [SOURCE_MD5])).toEqual([])
    const { data_file } = await confirm({ filename: 'Monday' })
    await user.files.change({ params: { id: data_file.id }, body: { filename: 'Tuesday' } })
    expect(await findKnown(w, [OTHER_MD5, SOURCE_MD5, SOURCE_MD5])).toEqual([
      { md5: SOURCE_MD5, file_id: data_file.id, filename: 'Tuesday' },
    ])
  })

  it('finds a recording by the MD5 of the stored audio, for example when a download is uploaded again', async () => {
    await using w = await testServer()
    const { confirm } = await startMergedUpload(await w.user(), createToneWav(2), { source_md5: SOURCE_MD5 })
    await confirm()
    expect(await findKnown(w, [md5Of(createToneWav(2))])).toMatchObject([{ md5: md5Of(createToneWav(2)) }])
  })

  it('uses the MD5 of the confirmation when it differs from the one sent at the beginning', async () => {
    await using w = await testServer()
    const { confirm } = await startMergedUpload(await w.user(), createToneWav(2), { source_md5: SOURCE_MD5, filename: 'Begun' })
    expect((await confirm({ source_md5: OTHER_MD5 })).data_file.filename).toBe('Begun')
    expect(await findKnown(w, [SOURCE_MD5, OTHER_MD5])).toMatchObject([{ md5: OTHER_MD5 }])
  })

  it('does not find recordings in the trash or of other users', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { confirm } = await startMergedUpload(user, createToneWav(2), { source_md5: SOURCE_MD5 })
    const { data_file } = await confirm()
    expect(await findKnown(w, [SOURCE_MD5], 'ben')).toEqual([])
    await user.files.trash({ body: [data_file.id] })
    expect(await findKnown(w, [SOURCE_MD5])).toEqual([])
  })

  it('accepts only MD5s, at most a thousand', async () => {
    await using w = await testServer()
    const { upload } = await w.user()
    for (const md5s of [['x'], [SOURCE_MD5.toUpperCase()], Array.from({ length: 1001 }, () => SOURCE_MD5)])
      expect(await expectRefusal(upload.knownSounds({ body: { md5s } }))).toMatchObject({ httpStatus: 422 })
  })
})
