import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { days, hours, MiB } from '#shared/units.ts'
import { startUpload, startMergedUpload } from '#test/server/startUpload.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createSilentMp3, createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { deleteAbandonedUploads } from './abandonedUploads.ts'

const fixture = (name: string) => readFile(join(import.meta.dirname, '../../../../test/fixtures/sound', name))

/** Uploads these bytes and returns the recording, or the status number of the refusal. */
async function uploadAndConfirm(w: TestServer, bytes: Uint8Array): Promise<{ duration: number } | number> {
  const { confirm } = await startMergedUpload(await w.user(), bytes)
  return confirm().then(
    ({ data_file }) => ({ duration: data_file.duration }),
    (error: { status: number }) => error.status,
  )
}

/** Builds an ID3v2 tag with one frame. */
function id3Tag(frameId: string, content: Uint8Array): Buffer {
  const size = content.length
  const body = Buffer.alloc(10 + size)
  body.write(frameId, 0, 'latin1')
  body.set([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127], 4)
  body.set(content, 10)
  const frameSize = body.length
  const header = Buffer.from([
    0x49,
    0x44,
    0x33,
    4,
    0,
    0,
    (frameSize >> 21) & 127,
    (frameSize >> 14) & 127,
    (frameSize >> 7) & 127,
    frameSize & 127,
  ])
  return Buffer.concat([header, body])
}

describe('abuse of uploads', () => {
  it('37: returns -8 for an object_name with ../, an absolute path, a foreign prefix or look-alike letters, and 422 for NUL', async () => {
    await using w = await testServer()
    const { upload, uploadIds, putAllSlices } = await startUpload(await w.user(), createToneWav(2))
    const parts = await putAllSlices()
    const otherUser = await w.user('ben')
    const { upload_id, object_name } = uploadIds
    const id = object_name.split('/').at(-1)!
    const invalidNames = [
      `../${object_name}`,
      `sound/../${object_name}`,
      '../../secrets/blob-hmac',
      '/etc/passwd',
      `sound/${otherUser.id}/${id}`,
    ]
    invalidNames.push(
      `ѕound/${object_name.slice(6)}`,
      `${object_name}\u202e`,
      object_name.toUpperCase(),
      object_name.replaceAll('/', '\\'),
    )
    for (const name of invalidNames) {
      const body = { upload_id, object_name: name }
      expect(await expectRefusal(upload.merge({ body: { ...body, parts } }))).toMatchObject({ status: -8 })
      expect(await expectRefusal(upload.confirm({ body }))).toMatchObject({ status: -8 })
    }
    for (const name of [`${object_name}\0`, '\0'])
      expect(await expectRefusal(upload.confirm({ body: { upload_id, object_name: name } }))).toMatchObject({ httpStatus: 422 })
    for (const other of ['../x', `${upload_id}/../${upload_id}`, '..%2f'])
      expect(await expectRefusal(upload.resume({ params: { upload_id: other } }))).toMatchObject({ httpStatus: 404 })
  })

  it("38: refuses merge, confirm, resume and abandon of another account's upload as unknown", async () => {
    await using w = await testServer()
    const { uploadIds, putAllSlices, merge, confirm } = await startUpload(await w.user(), createToneWav(2))
    const parts = await putAllSlices()
    const otherUser = await w.user('ben')
    const otherUpload = await startUpload(otherUser, createToneWav(2))
    const mixedIds = [
      uploadIds,
      { ...uploadIds, upload_id: otherUpload.uploadIds.upload_id },
      { ...uploadIds, object_name: otherUpload.uploadIds.object_name },
    ]
    for (const body of mixedIds) {
      expect(await expectRefusal(otherUser.upload.merge({ body: { ...body, parts } }))).toMatchObject({ status: -8 })
      expect(await expectRefusal(otherUser.upload.confirm({ body }))).toMatchObject({ status: -8 })
    }
    const params = { upload_id: uploadIds.upload_id }
    expect(await expectRefusal(otherUser.upload.resume({ params }))).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(otherUser.upload.abandon({ params }))).toMatchObject({ httpStatus: 404 })
    await merge(parts)
    expect((await confirm()).data_file.duration).toBe(2000)
  })

  it('39: accepts a part link only for its part, method, size and day', async () => {
    await using w = await testServer()
    const { part_urls, putPart, merge } = await startUpload(await w.user(), createToneWav(2))
    const link = part_urls[0]!
    const send = async (url: string, init: RequestInit) =>
      (await fetch(url, { method: 'PUT', body: createToneWav(2), ...init })).status
    expect(await send(link.replace(/\/1\?/, '/2?'), {})).toBe(403)
    expect(await send(link.replace(/size=\d+/, 'size=999999999'), {})).toBe(403)
    expect(await send(link.replace('/blob/part/', '/blob/object/'), { method: 'GET', body: null })).toBe(403)
    for (const method of ['POST', 'DELETE', 'PATCH']) expect(await send(link, { method })).toBe(404)
    expect(await send(link, { body: createToneWav(3) })).toBe(413)
    expect(await send(link, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })).toBe(200)
    const secondUpload = await startUpload(await w.user(), createToneWav(2))
    await merge([await putPart()])
    expect(await send(link, {})).toBe(409)
    w.clock.advance(hours(24) + 1)
    expect(await send(secondUpload.part_urls[0]!, {})).toBe(403)
  })

  it('40: refuses more bytes than announced, per part, in total and above the limit', async () => {
    await using w = await testServer({ settings: { UPLOAD_LIMIT_MB: '10' } })
    const user = await w.user()
    const { part_urls, putPart, merge } = await startUpload(user, createToneWav(200)) // 6.4 MB, two parts
    expect((await putPart(0, new Uint8Array(7 * MiB))).Etag).toBe('')
    expect((await putPart(0, new Uint8Array(5 * MiB))).Etag).not.toBe('')
    expect((await putPart(1, new Uint8Array(5 * MiB))).Etag).toBe('')
    const init = { method: 'PUT', body: endlessBytes(), duplex: 'half' } as unknown as RequestInit
    await fetch(part_urls[1]!, init).then(
      (response) => expect(response.status).toBe(413),
      () => undefined, // aborted while it was still sending
    )
    expect(await expectRefusal(merge([await putPart(0)]))).toMatchObject({ refusal: 'tooFewBytes' })
    expect(await expectRefusal(user.upload.presign({ body: { filesize: 10 * MiB + 1, file_type: 'MP3' } }))).toMatchObject({
      status: -4,
    })
  })

  it('41: measures the duration from the bytes, whatever the client and the headers say', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { confirm } = await startMergedUpload(user, createToneWav(12))
    expect((await confirm({ duration: 1 })).data_file.duration).toBe(12_000)
    const wrongHeader = createToneWav(2)
    new DataView(wrongHeader.buffer).setUint32(40, 0xfffffffe, true)
    expect(await uploadAndConfirm(w, wrongHeader)).toEqual({ duration: 2000 })
    const sixHours = await startMergedUpload(user, createSilentMp3(6 * 3600))
    expect(await expectRefusal(sixHours.confirm({ duration: 60_000 }))).toMatchObject({ status: -1 })
  })

  it('42: serves audio that also parses as HTML, SVG or an archive as an attachment with an audio type', async () => {
    await using w = await testServer()
    const user = await w.user()
    const sound = await fixture('cbr-16k-mono.mp3')
    const page = Buffer.from('<!doctype html><script>alert(document.domain)</script><svg onload=alert(1)>')
    const zip = Buffer.from('504b0506'.padEnd(44, '0'), 'hex')
    for (const bytes of [
      Buffer.concat([id3Tag('TIT2', page), sound]),
      Buffer.concat([sound, zip]),
      Buffer.concat([page, sound]),
    ]) {
      const { confirm } = await startMergedUpload(user, bytes, { filename: 'x.html' })
      const { data_file } = await confirm({ filename: '<img src=x onerror=alert(1)>.html', file_type: 'text/html' })
      const { temp_url } = await user.files.tempUrl({ params: { id: data_file.id }, query: {} })
      const { headers, status } = await fetch(temp_url)
      expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([200, 'audio/mpeg', 'nosniff'])
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]*\.mp3"/)
      expect(headers.get('content-security-policy')).toContain('sandbox')
      const htmlResponse = await fetch(temp_url.replace('audio%2Fmpeg', 'text%2Fhtml'))
      expect(htmlResponse.status).toBe(403)
    }
  })

  it('42: refuses a web page, an image, a program and a film without audio', async () => {
    await using w = await testServer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.repeat(40))
    const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(5000, 0x2c)])
    const elf = Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(5000, 0x90)])
    const mp4 = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(5000, 1)])
    for (const bytes of [svg, gif, elf, mp4]) expect(await uploadAndConfirm(w, bytes)).toBe(-3)
  })

  it('43: refuses fake containers, archives, playlists with foreign addresses and endless tags', async () => {
    await using w = await testServer()
    const matroska = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(4000, 0x42)])
    const flac = Buffer.concat([Buffer.from('fLaC\x00\x00\x00\x22', 'latin1'), Buffer.alloc(4000, 0xff)])
    const playlist = Buffer.from(`#EXTM3U\n#EXTINF:1,\n${w.url}/healthz\n`.repeat(100))
    const concat = Buffer.from(`ffconcat version 1.0\nfile 'file:///etc/passwd'\n`.repeat(100))
    const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(4000)])
    const emptyTags = Buffer.concat(Array.from({ length: 2000 }, () => Buffer.from('49443304000000000000', 'hex')))
    const hugeTag = Buffer.concat([Buffer.from('494433040000' + '7f7f7f7f', 'hex'), Buffer.alloc(4000)])
    const manyStreams = Buffer.concat(Array.from({ length: 20_000 }, (_, n) => oggPage(n)))
    for (const bytes of [matroska, flac, playlist, concat, zip, emptyTags, hugeTag, manyStreams]) {
      expect(await uploadAndConfirm(w, bytes)).toBe(-3)
    }
  })

  it('43: skips a cover image of several megabytes, and ignores the claimed duration of an Ogg', async () => {
    await using w = await testServer()
    const sound = await fixture('cbr-16k-mono.mp3')
    const cover = id3Tag('APIC', Buffer.alloc(12 * MiB, 0xff))
    expect(await uploadAndConfirm(w, Buffer.concat([cover, sound]))).toEqual({ duration: 2088 })
    const ogg = await fixture('speech.ogg')
    ogg.writeBigInt64LE(48_000n * 86_400n * 5n, ogg.lastIndexOf('OggS') + 6)
    expect((await uploadAndConfirm(w, ogg)) as { duration: number }).toMatchObject({ duration: expect.closeTo(2020, -2) })
  })

  it('44: has no links for parts beyond the announced size, and deletes uploads that are never merged', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { part_urls, uploadIds, putPart } = await startUpload(user, createToneWav(400))
    expect(part_urls).toHaveLength(3)
    const invalidLinks = part_urls.map((link, n) => link.replace(/\/\d+\?/, `/${n + 4}?`))
    for (const link of invalidLinks) expect((await fetch(link, { method: 'PUT', body: 'x' })).status).toBe(403)
    await putPart(0)
    w.clock.advance(days(1) + 1)
    await deleteAbandonedUploads(w.ctx)
    expect((await putPart(0)).Etag).toBe('')
    expect(await expectRefusal(user.upload.resume({ params: { upload_id: uploadIds.upload_id } }))).toMatchObject({
      httpStatus: 404,
    })
  })

  it('45: shortens a name of 10 KB, and refuses 200,000 folders, too many parts and invalid paging', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { confirm } = await startMergedUpload(user, createToneWav(2), { filename: 'y'.repeat(10_240) })
    const folderIds = Array.from({ length: 200_000 }, (_, n) => String(n))
    expect(await expectRefusal(confirm({ filetag_id_list: folderIds }))).toMatchObject({ httpStatus: 413 })
    expect(await expectRefusal(confirm({ filetag_id_list: folderIds.slice(0, 101) }))).toMatchObject({ httpStatus: 422 })
    expect((await confirm({ filename: 'x'.repeat(10_240) })).data_file.filename).toHaveLength(255)
    const listFiles = (query: object) => user.files.simple({ query })
    expect((await listFiles({ skip: Number.MAX_SAFE_INTEGER })).data_file_list).toEqual([])
    for (const query of [{ skip: -1 }, { limit: -1 }, { limit: 1e300 }, { skip: 1.5 }])
      expect(await expectRefusal(listFiles(query))).toMatchObject({ httpStatus: 422 })
    const partsOf = (length: number) => Array.from({ length }, (_, n) => ({ Etag: 'x', PartNumber: n + 1 }))
    const openUpload = await startUpload(user, createToneWav(2))
    const refused = await expectRefusal(openUpload.merge(partsOf(10_240)))
    expect([refused.refusal, refused.message.length < 300]).toEqual(['partExtra', true])
    expect(await expectRefusal(openUpload.merge(partsOf(10_241)))).toMatchObject({ httpStatus: 422 })
    expect(await expectRefusal(openUpload.merge(partsOf(100_000)))).toMatchObject({ httpStatus: 413 })
  })

  it('46: creates one file from twenty concurrent confirmations of one upload', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { confirm } = await startMergedUpload(user, createToneWav(60))
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm()))
    expect(new Set(responses.map(({ data_file }) => data_file.id)).size).toBe(1)
    expect((await user.files.simple({ query: {} })).data_file_total).toBe(1)
  })
})

async function* endlessBytes() {
  for (let n = 0; n < 8; n++) yield new Uint8Array(MiB)
}

/** Builds an Ogg page of its own stream whose packet never ends. */
function oggPage(serial: number): Buffer {
  const page = Buffer.alloc(27 + 1 + 255)
  page.write('OggS', 0, 'latin1')
  page.writeUInt32LE(serial, 14)
  page.set([1, 255], 26)
  return page
}
