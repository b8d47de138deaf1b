import { describe, expect, it } from 'vitest'
import { readChannelSpans } from '#features/files/server.ts'
import { executeSql } from '#platform/db/db.ts'
import { hours } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createSilentMp3, createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { uploadRecording } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { deleteAbandonedUploads } from './abandonedUploads.ts'

async function beginUpload(w: TestServer, bytes: Uint8Array) {
  const user = await w.user()
  const { data } = await user.upload.presign({ body: { filesize: bytes.length, file_type: 'MP3' } })
  const put = async (body: Uint8Array, index = 0) =>
    (await fetch(data.part_urls[index]!, { method: 'PUT', body: body.slice() })).headers.get('etag') ?? ''
  return { ...user, ...data, put }
}

const uploadAndMerge = async (w: TestServer, bytes: Uint8Array) => {
  const { upload, upload_id, object_name, put } = await beginUpload(w, bytes)
  await upload.merge({ body: { upload_id, object_name, parts: [{ Etag: await put(bytes), PartNumber: 1 }] } })
  return { upload, confirm: (overrides: object = {}) => upload.confirm({ body: { upload_id, object_name, ...overrides } }) }
}

describe('upload sequence (B§4)', () => {
  it('creates a recording with the duration of its bytes', async () => {
    await using w = await testServer()
    const { confirm } = await uploadAndMerge(w, createToneWav(12))
    const { data, data_file } = await confirm({
      filename: 'Board',
      scene: 101,
      duration: 3_600_000,
      start_time: 1_700_000_000_000,
    })
    expect(data.id).toBe(data_file.id)
    expect(data_file).toMatchObject({ filename: 'Board', duration: 12_000, start_time: 1_700_000_000, scene: 101 })
  })

  it('splits a file into parts of 5 MiB that may be sent in any order', async () => {
    await using w = await testServer()
    const bytes = createToneWav(400) // 12.8 MB
    const { upload, upload_id, object_name, part_urls, put } = await beginUpload(w, bytes)
    expect(part_urls).toHaveLength(3)
    const slices = [0, 1, 2].map((at) => bytes.slice(at * 5_242_880, (at + 1) * 5_242_880))
    const etags: string[] = []
    for (const at of [2, 0, 1]) etags[at] = await put(slices[at]!, at)
    const parts = etags.map((Etag, at) => ({ Etag, PartNumber: at + 1 }))
    await upload.merge({ body: { upload_id, object_name, parts } })
    const { data_file } = await upload.confirm({ body: { upload_id, object_name } })
    expect(data_file).toMatchObject({ duration: 400_000, filesize: bytes.length })
  })

  it('returns the same recording for repeated and concurrent merges and confirmations', async () => {
    await using w = await testServer()
    const bytes = createToneWav(2)
    const { upload, files, upload_id, object_name, put } = await beginUpload(w, bytes)
    const parts = [{ Etag: await put(bytes), PartNumber: 1 }]
    await Promise.all([1, 2].map(() => upload.merge({ body: { upload_id, object_name, parts } })))
    await upload.merge({ body: { upload_id, object_name, parts } })
    const responses = await Promise.all([1, 2, 3].map(() => upload.confirm({ body: { upload_id, object_name } })))
    expect(new Set(responses.map((response) => response.data_file.id)).size).toBe(1)
    expect((await files.simple({ query: {} })).data_file_total).toBe(1)
  })

  it('accepts a part sent twice, and refuses to merge a changed one', async () => {
    await using w = await testServer()
    const bytes = createToneWav(2)
    const { upload, upload_id, object_name, put } = await beginUpload(w, bytes)
    const firstTag = await put(bytes)
    expect(await put(bytes)).toBe(firstTag)
    await put(createToneWav(2, { hertz: 880 }))
    const parts = [{ Etag: '"00000000000000000000000000000000"', PartNumber: 1 }]
    expect(await expectRefusal(upload.merge({ body: { upload_id, object_name, parts } }))).toMatchObject({
      refusal: 'partChanged',
    })
  })

  it('keeps when each channel of a call was active before they were mixed', async () => {
    await using w = await testServer()
    const { confirm } = await uploadAndMerge(w, createToneWav(12))
    const spans = [[[0, 5000]], [[4500, 12_000]]] as const
    const { data_file } = await confirm({ channel_spans: spans })
    const { rows } = await executeSql(w.ctx.db, 'select user_id from file')
    const owner = String((rows[0] as { user_id: string }).user_id)
    expect(await readChannelSpans(w.ctx, owner, data_file.id)).toEqual(spans)
    expect(await readChannelSpans(w.ctx, 'another', data_file.id)).toBeNull()
  })

  it('refuses spans that are no spans', async () => {
    await using w = await testServer()
    const { confirm } = await uploadAndMerge(w, createToneWav(2))
    for (const channel_spans of [
      [[]],
      [[[0]], []],
      [[[-1, 5]], []],
      [[['a', 'b']], []],
      [[], []],
      [[[5, 2]], [[0, 1]]],
      [
        [
          [0, 5],
          [4, 9],
        ],
        [[0, 1]],
      ],
    ])
      await expect(confirm({ channel_spans })).rejects.toMatchObject({ httpStatus: 422 })
    expect((await confirm({ channel_spans: null })).data_file.duration).toBe(2000)
  })

  it('requires only the ids of the upload from third-party clients', async () => {
    await using w = await testServer()
    const { confirm } = await uploadAndMerge(w, createToneWav(2))
    const { data_file } = await confirm({ serial_number: 'a-uuid', session_id: 0, timezone: 'Europe/Berlin', r: 0.5 })
    expect(data_file).toMatchObject({ filename: 'Recording', session_id: 0, scene: 101 })
    expect([1, 2]).toContain(data_file.timezone)
  })

  it('adds the recording to the requested folder', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { data_filetag } = await user.folders.create({ body: { name: 'Work' } })
    expect(await uploadRecording(user, createToneWav(2), { folders: [data_filetag.id] })).toMatchObject({
      filetag_id_list: [data_filetag.id],
    })
  })
})

describe('invalid audio is refused', () => {
  it.each([
    ['a text', Buffer.from('<html><script>alert(1)</script></html>'.repeat(100)), -3],
    ['zeros', new Uint8Array(20 * 1024 * 1024), -3],
    ['half a second', createToneWav(0.5), -7],
    ['a WAV header alone', createToneWav(0), -7],
  ])('%s', async (_name, bytes, status) => {
    await using w = await testServer()
    const { upload, upload_id, object_name, part_urls, put } = await beginUpload(w, bytes)
    const parts = []
    for (let at = 0; at < part_urls.length; at++) {
      parts.push({ Etag: await put(bytes.slice(at * 5_242_880, (at + 1) * 5_242_880), at), PartNumber: at + 1 })
    }
    await upload.merge({ body: { upload_id, object_name, parts } })
    const error = await expectRefusal(upload.confirm({ body: { upload_id, object_name } }))
    expect(error.status).toBe(status)
    expect(await w.ctx.blobs.info(object_name)).toBeNull()
    expect((await fetch(`${w.url}/readyz`)).status).toBe(200)
  })

  it('returns -1 for six hours of audio', async () => {
    await using w = await testServer()
    const sixHours = createSilentMp3(6 * 3600)
    const { upload, upload_id, object_name, part_urls, put } = await beginUpload(w, sixHours)
    const parts = []
    for (let at = 0; at < part_urls.length; at++) {
      parts.push({ Etag: await put(sixHours.slice(at * 5_242_880, (at + 1) * 5_242_880), at), PartNumber: at + 1 })
    }
    await upload.merge({ body: { upload_id, object_name, parts } })
    expect(await expectRefusal(upload.confirm({ body: { upload_id, object_name } }))).toMatchObject({ status: -1 })
  })

  it('measures what is left of a truncated file', async () => {
    await using w = await testServer()
    const { confirm } = await uploadAndMerge(w, createToneWav(10).slice(0, 44 + 5 * 32_000))
    expect((await confirm()).data_file.duration).toBe(5000)
  })

  it('refuses an empty file with -3 and one above 500 MB with -4', async () => {
    await using w = await testServer()
    const { upload } = await w.user()
    expect(await expectRefusal(upload.presign({ body: { filesize: 0, file_type: 'MP3' } }))).toMatchObject({ status: -3 })
    expect(await expectRefusal(upload.presign({ body: { filesize: 524_288_001, file_type: 'MP3' } }))).toMatchObject({
      status: -4,
    })
  })

  it('cleans and shortens a name of 10 KB with control characters', async () => {
    await using w = await testServer()
    const { confirm } = await uploadAndMerge(w, createToneWav(2))
    const { data_file } = await confirm({ filename: `\u0000\u202e${'Sehr lang '.repeat(1024)}` })
    expect(data_file.filename).toHaveLength(254)
    expect(data_file.filename).toMatch(/^Sehr lang /)
  })
})

describe('full disk', () => {
  it('refuses new uploads with -507 before a byte is sent, keeps existing files, and accepts uploads again later', async () => {
    const disk = { free: 500e9, total: 1e12 }
    await using w = await testServer({ disk: () => disk })
    const file = await w.uploadFile({ seconds: 2 })
    const { upload, files } = await w.user()
    disk.free = 0.9e9
    expect(await expectRefusal(upload.presign({ body: { filesize: 1000, file_type: 'MP3' } }))).toMatchObject({ status: -507 })
    expect((await fetch(`${w.url}/readyz`)).status).toBe(503)
    expect((await files.simple({ query: {} })).data_file_list[0]?.id).toBe(file.id)
    disk.free = 500e9
    await w.uploadFile({ seconds: 2 })
    expect((await files.simple({ query: {} })).data_file_total).toBe(2)
  })
})

describe('uploads of other users', () => {
  it('returns -8 to another account and for any other object_name', async () => {
    await using w = await testServer()
    const bytes = createToneWav(2)
    const { upload, upload_id, object_name, put } = await beginUpload(w, bytes)
    const parts = [{ Etag: await put(bytes), PartNumber: 1 }]
    const otherUser = await w.user('ben')
    expect(await expectRefusal(otherUser.upload.merge({ body: { upload_id, object_name, parts } }))).toMatchObject({ status: -8 })
    const merging = upload.merge({ body: { upload_id, object_name: `${object_name}\u0000`, parts } })
    expect(await expectRefusal(merging)).toMatchObject({ httpStatus: 422 })
    for (const name of ['../../secrets/blob-hmac', '/etc/passwd', 'sound/x']) {
      expect(await expectRefusal(upload.merge({ body: { upload_id, object_name: name, parts } }))).toMatchObject({ status: -8 })
    }
    await upload.merge({ body: { upload_id, object_name, parts } })
    expect(await expectRefusal(otherUser.upload.confirm({ body: { upload_id, object_name } }))).toMatchObject({ status: -8 })
  })

  it('ignores folders of another user', async () => {
    await using w = await testServer()
    const otherUser = await w.user('ben')
    const { data_filetag } = await otherUser.folders.create({ body: { name: 'His' } })
    const { confirm } = await uploadAndMerge(w, createToneWav(2))
    expect((await confirm({ filetag_id_list: [data_filetag.id] })).data_file.filetag_id_list).toEqual([])
  })

  it('deletes an unconfirmed upload after a day and keeps recordings', async () => {
    await using w = await testServer()
    const { upload, upload_id, object_name } = await beginUpload(w, createToneWav(2))
    const file = await w.uploadFile({ seconds: 2 })
    w.clock.advance(hours(24) + 1)
    await deleteAbandonedUploads(w.ctx)
    expect(await expectRefusal(upload.confirm({ body: { upload_id, object_name } }))).toMatchObject({ status: -8 })
    const { files } = await w.user()
    const { temp_url } = await files.tempUrl({ params: { id: file.id }, query: {} })
    expect((await fetch(temp_url)).status).toBe(200)
  })
})
