import { readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { seedRecordings } from '#test/server/library.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { uploadRecording } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const LIST = '/api/file/simple/web'

/** Returns the raw bytes of a response, which `fetch` would decompress. */
async function fetchRaw(url: string, headers: Record<string, string>): Promise<{ response: IncomingMessage; bytes: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(url, { headers }, resolve).on('error', reject)
  const response = await promise
  return { response, bytes: Buffer.concat(await response.toArray()) }
}

const fetchList = (w: TestServer, token: string, query = '', extraHeaders: Record<string, string> = {}) =>
  fetch(`${w.url}${LIST}${query}`, { headers: { authorization: `Bearer ${token}`, ...extraHeaders } })

describe('a list of 200 recordings', () => {
  it('is compressed with zstd or gzip for clients that accept it, and sent plain to others', async () => {
    await using w = await testServer()
    const user = await w.user()
    const ids = await seedRecordings(w, user, 200)
    const unpack = { zstd: zstdDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
    const lengths: Record<string, number> = {}
    for (const [accept, encoding] of [
      ['zstd', 'zstd'],
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip', 'gzip'],
      ['identity', 'identity'],
      [undefined, 'identity'],
    ] as const) {
      const headers = { authorization: `Bearer ${user.token}`, ...(accept && { 'accept-encoding': accept }) }
      const { response, bytes } = await fetchRaw(`${w.url}${LIST}`, headers)
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(response.headers.vary).toContain('accept-encoding')
      expect(response.headers.etag).toMatch(/^W\/"/)
      const { data_file_list } = JSON.parse(unpack[encoding](bytes).toString('utf8')) as { data_file_list: { id: string }[] }
      expect(data_file_list.map(({ id }) => id)).toEqual(ids)
      lengths[encoding] = bytes.length
    }
    expect(lengths['zstd']! * 5).toBeLessThan(lengths['identity']!)
    expect(lengths['gzip']! * 5).toBeLessThan(lengths['identity']!)
  })

  it('does not compress or delay the live channel', async () => {
    await using w = await testServer()
    const user = await w.user()
    const headers = { authorization: `Bearer ${user.token}`, 'accept-encoding': 'zstd, gzip' }
    const channel = await fetch(`${w.url}/api/live`, { headers })
    expect(channel.headers.get('content-encoding')).toBeNull()
    await user.folders.create({ body: { name: 'Work' } })
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of channel.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      if (text.includes('event: folders')) break
    }
    expect(text).toMatch(/^: hello\n\nevent: folders\n/)
  })
})

describe('GET /file/simple/web (B§7)', () => {
  it('returns 304 while nothing has changed, for any query, and 200 after any change', async () => {
    await using w = await testServer()
    const user = await w.user()
    const [a, b] = [await w.uploadFile({ seconds: 2 }), await w.uploadFile({ seconds: 2 })]
    await w.waitForJobs()
    const tagOf = async () => (await fetchList(w, user.token)).headers.get('etag') ?? ''
    const tag = await tagOf()
    const strong = tag.slice(2)
    for (const ifNoneMatch of [tag, strong, `"x", ${tag}`, `${strong},"y"`]) {
      const response = await fetchList(w, user.token, '?is_trash=0&limit=5&sort_by=edit_time', { 'if-none-match': ifNoneMatch })
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', tag])
    }
    const folder = (await user.folders.create({ body: { name: 'Work' } })).data_filetag.id
    expect(await tagOf()).toBe(tag)
    const changes = [
      () => user.files.change({ params: { id: a.id }, body: { filename: 'Renamed' } }),
      () => user.files.change({ params: { id: a.id }, body: { ai_content: 'In short' } }),
      () => user.folders.move({ body: { file_id_list: [a.id], filetag_id: folder } }),
      () => user.files.trash({ body: [b.id] }),
      () => user.files.untrash({ body: [b.id] }),
      () => user.folders.remove({ params: { id: folder } }),
      () => user.files.remove({ query: {}, body: [b.id] }),
      () => w.uploadFile({ seconds: 2 }),
    ]
    const tags = [tag]
    for (const change of changes) {
      await change()
      const response = await fetchList(w, user.token, '', { 'if-none-match': tags.join(', ') })
      expect(response.status).toBe(200)
      tags.push(response.headers.get('etag') ?? '')
    }
    expect(new Set(tags).size).toBe(changes.length + 1)
  })

  it('does not accept a tag of another account, with or without recordings', async () => {
    await using w = await testServer()
    const [user, otherUser, emptyUser] = [await w.user('anna'), await w.user('ben'), await w.user('cara')]
    await seedRecordings(w, user, 1)
    await seedRecordings(w, otherUser, 1)
    const tagOf = async (token: string) => (await fetchList(w, token)).headers.get('etag') ?? ''
    const [userTag, otherUserTag, emptyUserTag] = [
      await tagOf(user.token),
      await tagOf(otherUser.token),
      await tagOf(emptyUser.token),
    ]
    const newUser = await w.user('dan')
    for (const ifNoneMatch of [userTag, otherUserTag, emptyUserTag].filter((tag) => tag !== userTag)) {
      expect((await fetchList(w, user.token, '', { 'if-none-match': ifNoneMatch })).status).toBe(200)
    }
    expect(
      (await fetchList(w, newUser.token, '', { 'if-none-match': [userTag, otherUserTag, emptyUserTag].join(',') })).status,
    ).toBe(200)
    expect((await fetchList(w, emptyUser.token, '', { 'if-none-match': emptyUserTag })).status).toBe(304)
  })

  it('accepts limit=99999, ignores unknown parameters, and counts all matches', async () => {
    await using w = await testServer()
    const user = await w.user()
    const ids = await seedRecordings(w, user, 30)
    await user.files.trash({ body: ids.slice(0, 10) })
    const list = async (query: string) =>
      (await (await fetchList(w, user.token, query)).json()) as { data_file_total: number; data_file_list: { id: string }[] }
    const totalAndCount = async (query: string) => {
      const { data_file_total, data_file_list } = await list(query)
      return [data_file_total, data_file_list.length]
    }
    expect(await totalAndCount('?limit=99999&r=0.5&sort_by=created_at&tag=x')).toEqual([30, 30])
    expect(await totalAndCount('?limit=5&is_trash=0')).toEqual([20, 5])
    expect(await totalAndCount('?limit=5&skip=18&is_trash=0')).toEqual([20, 2])
    expect(await totalAndCount('?limit=5&skip=500&is_trash=1')).toEqual([10, 0])
    expect(await totalAndCount('?limit=0')).toEqual([30, 0])
    const ascending = (await list('?is_desc=false')).data_file_list.map(({ id }) => id)
    expect(ascending).toEqual(ids.toReversed())
    expect((await list('?is_desc=1&sort_by=start_time')).data_file_list.map(({ id }) => id)).toEqual(ids)
  })
})

describe('GET /file/temp-url/{id}?is_opus=1 of raw recorder packets', () => {
  it('returns an Ogg file that every decoder reads, also in ranges', async () => {
    await using w = await testServer()
    const user = await w.user()
    const asr = await readFile(join(import.meta.dirname, '../../../../test/fixtures/sound/speech.asr'))
    const { id } = await uploadRecording(user, asr, { fileType: 'OPUS', name: 'Field "notes" \u{1f399}' })
    const plain = await user.files.tempUrl({ params: { id }, query: {} })
    expect(plain.temp_url_opus).toBeNull()
    const { temp_url_opus } = await user.files.tempUrl({ params: { id }, query: { is_opus: '1' } })
    const full = await fetch(temp_url_opus!, { headers: { 'accept-encoding': 'zstd, gzip' } })
    expect(full.headers.get('content-encoding')).toBeNull()
    expect(full.headers.get('content-type')).toBe('audio/ogg')
    expect(full.headers.get('content-disposition')).toContain("filename*=UTF-8''Field%20%22notes%22%20%F0%9F%8E%99.ogg")
    const ogg = Buffer.from(await full.arrayBuffer())
    const part = await fetch(temp_url_opus!, { headers: { range: 'bytes=100-299', 'accept-encoding': 'zstd, gzip' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${ogg.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(ogg.subarray(100, 300))).toBe(true)
    const uploaded = await uploadRecording(user, ogg, { fileType: 'OPUS' })
    // 101 packets of 20 ms minus what every Opus decoder drops at the start.
    expect(uploaded.duration).toBe(2014)
    await w.waitForJobs()
    for (const file of [id, uploaded.id]) expect((await user.files.peaks({ params: { id: file } })).data.peaks).not.toBeNull()
  })

  it('is refused with -7021 when a retention rule has deleted the audio', async () => {
    await using w = await testServer()
    const user = await w.user()
    const [id] = await seedRecordings(w, user, 1)
    const refusal = await expectRefusal(user.files.tempUrl({ params: { id: id! }, query: { is_opus: '1' } }))
    expect(refusal).toMatchObject({ httpStatus: 200, status: -7021 })
  })
})
