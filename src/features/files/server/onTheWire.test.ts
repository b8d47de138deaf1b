import { readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { seedLibrary } from '#test/world/library.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { uploadSound } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'

const LIST = '/api/file/simple/web'

/** Returns the raw bytes of a response, which `fetch` would decompress. */
async function raw(url: string, headers: Record<string, string>): Promise<{ answer: IncomingMessage; bytes: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(url, { headers }, resolve).on('error', reject)
  const answer = await promise
  return { answer, bytes: Buffer.concat(await answer.toArray()) }
}

const ask = (w: World, token: string, query = '', more: Record<string, string> = {}) =>
  fetch(`${w.url}${LIST}${query}`, { headers: { authorization: `Bearer ${token}`, ...more } })

describe('a list of 200 recordings', () => {
  it('is compressed with zstd or gzip for clients that accept it, and sent plain to others', async () => {
    await using w = await world()
    const anna = await w.as()
    const ids = await seedLibrary(w, anna, 200)
    const unpack = { zstd: zstdDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
    const lengths: Record<string, number> = {}
    for (const [accept, encoding] of [
      ['zstd', 'zstd'],
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip', 'gzip'],
      ['identity', 'identity'],
      [undefined, 'identity'],
    ] as const) {
      const headers = { authorization: `Bearer ${anna.token}`, ...(accept && { 'accept-encoding': accept }) }
      const { answer, bytes } = await raw(`${w.url}${LIST}`, headers)
      expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(answer.headers.vary).toContain('accept-encoding')
      expect(answer.headers.etag).toMatch(/^W\/"/)
      const { data_file_list } = JSON.parse(unpack[encoding](bytes).toString('utf8')) as { data_file_list: { id: string }[] }
      expect(data_file_list.map(({ id }) => id)).toEqual(ids)
      lengths[encoding] = bytes.length
    }
    expect(lengths['zstd']! * 5).toBeLessThan(lengths['identity']!)
    expect(lengths['gzip']! * 5).toBeLessThan(lengths['identity']!)
  })

  it('does not compress or delay the live channel', async () => {
    await using w = await world()
    const anna = await w.as()
    const headers = { authorization: `Bearer ${anna.token}`, 'accept-encoding': 'zstd, gzip' }
    const channel = await fetch(`${w.url}/api/live`, { headers })
    expect(channel.headers.get('content-encoding')).toBeNull()
    await anna.folders.create({ body: { name: 'Work' } })
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
    await using w = await world()
    const anna = await w.as()
    const [a, b] = [await w.file({ seconds: 2 }), await w.file({ seconds: 2 })]
    await w.settle()
    const tagOf = async () => (await ask(w, anna.token)).headers.get('etag') ?? ''
    const tag = await tagOf()
    const strong = tag.slice(2)
    for (const held of [tag, strong, `"x", ${tag}`, `${strong},"y"`]) {
      const answer = await ask(w, anna.token, '?is_trash=0&limit=5&sort_by=edit_time', { 'if-none-match': held })
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', tag])
    }
    const folder = (await anna.folders.create({ body: { name: 'Work' } })).data_filetag.id
    expect(await tagOf()).toBe(tag)
    const changes = [
      () => anna.files.change({ params: { id: a.id }, body: { filename: 'Renamed' } }),
      () => anna.files.change({ params: { id: a.id }, body: { ai_content: 'In short' } }),
      () => anna.folders.move({ body: { file_id_list: [a.id], filetag_id: folder } }),
      () => anna.files.trash({ body: [b.id] }),
      () => anna.files.untrash({ body: [b.id] }),
      () => anna.folders.remove({ params: { id: folder } }),
      () => anna.files.remove({ query: {}, body: [b.id] }),
      () => w.file({ seconds: 2 }),
    ]
    const tags = [tag]
    for (const change of changes) {
      await change()
      const answer = await ask(w, anna.token, '', { 'if-none-match': tags.join(', ') })
      expect(answer.status).toBe(200)
      tags.push(answer.headers.get('etag') ?? '')
    }
    expect(new Set(tags).size).toBe(changes.length + 1)
  })

  it('accepts no tag of another account, with or without recordings', async () => {
    await using w = await world()
    const [anna, ben, cara] = [await w.as('anna'), await w.as('ben'), await w.as('cara')]
    await seedLibrary(w, anna, 1)
    await seedLibrary(w, ben, 1)
    const tagOf = async (token: string) => (await ask(w, token)).headers.get('etag') ?? ''
    const [hers, his, theirs] = [await tagOf(anna.token), await tagOf(ben.token), await tagOf(cara.token)]
    const dan = await w.as('dan')
    for (const held of [hers, his, theirs].filter((tag) => tag !== hers)) {
      expect((await ask(w, anna.token, '', { 'if-none-match': held })).status).toBe(200)
    }
    expect((await ask(w, dan.token, '', { 'if-none-match': [hers, his, theirs].join(',') })).status).toBe(200)
    expect((await ask(w, cara.token, '', { 'if-none-match': theirs })).status).toBe(304)
  })

  it('accepts limit=99999, ignores unknown parameters, and counts all matches', async () => {
    await using w = await world()
    const anna = await w.as()
    const ids = await seedLibrary(w, anna, 30)
    await anna.files.trash({ body: ids.slice(0, 10) })
    const list = async (query: string) =>
      (await (await ask(w, anna.token, query)).json()) as { data_file_total: number; data_file_list: { id: string }[] }
    const shown = async (query: string) => {
      const { data_file_total, data_file_list } = await list(query)
      return [data_file_total, data_file_list.length]
    }
    expect(await shown('?limit=99999&r=0.5&sort_by=created_at&tag=x')).toEqual([30, 30])
    expect(await shown('?limit=5&is_trash=0')).toEqual([20, 5])
    expect(await shown('?limit=5&skip=18&is_trash=0')).toEqual([20, 2])
    expect(await shown('?limit=5&skip=500&is_trash=1')).toEqual([10, 0])
    expect(await shown('?limit=0')).toEqual([30, 0])
    const ascending = (await list('?is_desc=false')).data_file_list.map(({ id }) => id)
    expect(ascending).toEqual(ids.toReversed())
    expect((await list('?is_desc=1&sort_by=start_time')).data_file_list.map(({ id }) => id)).toEqual(ids)
  })
})

describe('GET /file/temp-url/{id}?is_opus=1 of raw recorder packets', () => {
  it('returns an Ogg file that every decoder reads, also in ranges', async () => {
    await using w = await world()
    const anna = await w.as()
    const asr = await readFile(join(import.meta.dirname, '../../../../test/fixtures/sound/speech.asr'))
    const { id } = await uploadSound(anna, asr, { fileType: 'OPUS', name: 'Field "notes" \u{1f399}' })
    const plain = await anna.files.tempUrl({ params: { id }, query: {} })
    expect(plain.temp_url_opus).toBeNull()
    const { temp_url_opus } = await anna.files.tempUrl({ params: { id }, query: { is_opus: '1' } })
    const whole = await fetch(temp_url_opus!, { headers: { 'accept-encoding': 'zstd, gzip' } })
    expect(whole.headers.get('content-encoding')).toBeNull()
    expect(whole.headers.get('content-type')).toBe('audio/ogg')
    expect(whole.headers.get('content-disposition')).toContain("filename*=UTF-8''Field%20%22notes%22%20%F0%9F%8E%99.ogg")
    const ogg = Buffer.from(await whole.arrayBuffer())
    const part = await fetch(temp_url_opus!, { headers: { range: 'bytes=100-299', 'accept-encoding': 'zstd, gzip' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${ogg.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(ogg.subarray(100, 300))).toBe(true)
    const heard = await uploadSound(anna, ogg, { fileType: 'OPUS' })
    // 101 packets of 20 ms minus what every Opus decoder drops at the start.
    expect(heard.duration).toBe(2014)
    await w.settle()
    for (const file of [id, heard.id]) expect((await anna.files.peaks({ params: { id: file } })).data.peaks).not.toBeNull()
  })

  it('is refused with -7021 when a retention rule has deleted the audio', async () => {
    await using w = await world()
    const anna = await w.as()
    const [id] = await seedLibrary(w, anna, 1)
    const refusal = await refusalOf(anna.files.tempUrl({ params: { id: id! }, query: { is_opus: '1' } }))
    expect(refusal).toMatchObject({ httpStatus: 200, status: -7021 })
  })
})
