import { describe, expect, it } from 'vitest'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { startMergedUpload } from '#test/server/startUpload.ts'
import { testServer } from '#test/server/testServer.ts'

/** The fields that B§4 names, which are no ids. */
const FIELDS = { scene: 101, is_tmp: 0, support_mul_summ: true, file_type: 'MP3' }

describe('a confirmation with the fields of B§4 alone', () => {
  it('is about the upload that was merged last, and can be repeated', async () => {
    await using server = await testServer()
    const user = await server.user()
    const confirm = async (filename: string) => (await user.upload.confirm({ body: { ...FIELDS, filename } })).data_file
    await startMergedUpload(user, createToneWav(2))
    const first = await confirm('First')
    expect((await confirm('First')).id).toBe(first.id)
    server.clock.advance(1000)
    await startMergedUpload(user, createToneWav(3))
    expect(await confirm('Second')).toMatchObject({ filename: 'Second', duration: 3000 })
    expect((await user.files.simple({ query: {} })).data_file_total).toBe(2)
  })

  it('is about the newest upload, also beside one that was never confirmed, and refuses one that is not merged', async () => {
    await using server = await testServer()
    const user = await server.user()
    const confirm = (filename: string, ids = {}) => user.upload.confirm({ body: { ...FIELDS, ...ids, filename } })
    const stale = await startMergedUpload(user, createToneWav(2))
    server.clock.advance(60_000)
    await startMergedUpload(user, createToneWav(3))
    const { data_file } = await confirm('Second')
    server.clock.advance(1000)
    expect((await confirm('Second')).data_file).toMatchObject({ id: data_file.id, duration: 3000 })
    await user.upload.presign({ body: { filesize: 100, file_type: 'MP3' } })
    expect(await expectRefusal(confirm('Third'))).toMatchObject({ status: -90 })
    const { object_name } = stale.uploadIds
    expect((await confirm('First', { object_name })).data_file).toMatchObject({ duration: 2000, filename: 'First' })
  })

  it('takes no upload of a client that knows its ids, none that is not merged and none of another account', async () => {
    await using server = await testServer()
    const [user, other] = [await server.user('anna'), await server.user('ben')]
    await startMergedUpload(user, createToneWav(2), { filename: 'Of the page' })
    await startMergedUpload(other, createToneWav(2))
    expect(await expectRefusal(user.upload.confirm({ body: FIELDS }))).toMatchObject({ status: -8 })
  })
})
