import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { blobRoutes } from './blobRoutes.ts'
import { createTestBlobs } from '#test/fixtures/blobs/testBlobs.ts'
import { days, hours, MiB } from '#shared/units.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const key = 'sound/u1/one'

/** Starts a server on a free port. `toLocalUrl` rewrites a link so that it points to it. */
async function startBlobServer(options: Parameters<typeof createTestBlobs>[0] = {}) {
  const store = await createTestBlobs(options)
  const app = fastify({ bodyLimit: 1000 })
  blobRoutes(app, store.blobs)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const toLocalUrl = (url: string) => url.replace('http://example.test', base)
  const close = async () => {
    await app.close()
    await store[Symbol.asyncDispose]()
  }
  return { ...store, app, toLocalUrl, [Symbol.asyncDispose]: close }
}

type Server = Awaited<ReturnType<typeof startBlobServer>>
const put = (server: Server, url: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(server.toLocalUrl(url), { method: 'PUT', body, headers })
const changeUrl = (url: string, change: (link: URL) => void) => {
  const link = new URL(url)
  change(link)
  return link.toString()
}

describe('PUT of a part', () => {
  it('returns 200 with the MD5 as a quoted ETag that browsers may read', async () => {
    await using server = await startBlobServer()
    const part = randomBytes(2 * MiB)
    const { uploadId, partUrls } = await server.blobs.createUpload({ key, size: part.length })
    const response = await put(server, partUrls[0]!, part, { 'content-type': 'application/octet-stream' })
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe(`"${md5(part)}"`)
    expect(response.headers.get('access-control-expose-headers')).toContain('ETag')
    const parts = [{ Etag: response.headers.get('etag')!, PartNumber: 1 }]
    expect(await server.blobs.complete({ key, uploadId, parts })).toMatchObject({ md5: md5(part) })
  })

  it.each([
    'application/x-www-form-urlencoded',
    'application/json',
    'multipart/form-data; boundary=x',
    'text/html',
    'audio/mpeg',
    '',
  ])('stores the bytes unchanged with content type %s', async (type) => {
    await using server = await startBlobServer()
    const part = Buffer.from('a=1&b=%zz{"not json"')
    const { partUrls } = await server.blobs.createUpload({ key, size: part.length })
    const response = await put(server, partUrls[0]!, part, type === '' ? {} : { 'content-type': type })
    expect([response.status, response.headers.get('etag')]).toEqual([200, `"${md5(part)}"`])
  })

  it('returns 403 when any part of the link was changed', async () => {
    await using server = await startBlobServer()
    const part = Buffer.from('sound')
    const first = await server.blobs.createUpload({ key, size: 12 * MiB })
    const other = await server.blobs.createUpload({ key: 'other', size: 12 * MiB })
    const url = first.partUrls[0]!
    const query = (name: string, value: string | null) =>
      changeUrl(url, ({ searchParams }) => (value === null ? searchParams.delete(name) : searchParams.set(name, value)))
    const sig = new URL(url).searchParams.get('sig')!
    const forged = [
      changeUrl(url, (link) => (link.pathname = link.pathname.replace(/1$/, '2'))),
      changeUrl(url, (link) => (link.pathname = link.pathname.replace(first.uploadId, other.uploadId))),
      query('size', String(400 * MiB)),
      query('expires', String(server.time.at + days(365))),
      query('sig', sig.toLowerCase()),
      query('sig', sig.slice(1)),
      query('sig', ''),
      query('sig', null),
      query('size', null),
      query('size', '1e3'),
      `${url}&size=5`,
    ]
    for (const link of forged) expect([link, (await put(server, link, part)).status]).toEqual([link, 403])
    const read = await server.blobs.readUrl({ key, ttl: hours(1), boundTo: 'test:one', filename: 'x', type: 'audio/mpeg' })
    const asRead = changeUrl(url, ({ searchParams }) => searchParams.set('sig', new URL(read).searchParams.get('sig')!))
    expect((await put(server, asRead, part)).status).toBe(403)
    expect((await put(server, url, part)).status).toBe(200)
  })

  it('returns 403 for an expired link and 409 when the upload is merged', async () => {
    await using server = await startBlobServer()
    const part = Buffer.from('sound')
    const { uploadId, partUrls } = await server.blobs.createUpload({ key, size: part.length })
    await put(server, partUrls[0]!, part)
    await server.blobs.complete({ key, uploadId, parts: [{ Etag: md5(part), PartNumber: 1 }] })
    expect((await put(server, partUrls[0]!, part)).status).toBe(409)
    const late = await server.blobs.createUpload({ key: 'late', size: part.length })
    server.time.at += hours(24)
    const response = await put(server, late.partUrls[0]!, part)
    expect([response.status, await response.json()]).toEqual([403, { status: -403, msg: 'This link is no longer valid.' }])
  })

  it('returns 413 before reading the body when Content-Length exceeds the announced size', async () => {
    await using server = await startBlobServer()
    const { uploadId, partUrls } = await server.blobs.createUpload({ key, size: 1000 })
    expect((await put(server, partUrls[0]!, Buffer.alloc(1001))).status).toBe(413)
    const stalled = request(server.toLocalUrl(partUrls[0]!), { method: 'PUT', headers: { 'content-length': 10 * MiB } })
    stalled.flushHeaders()
    const [response] = (await once(stalled, 'response')) as [{ statusCode: number }]
    expect(response.statusCode).toBe(413)
    stalled.destroy()
    expect(await server.blobs.listParts({ key, uploadId })).toEqual([])
    expect(await readdir(join(server.dir, 'tmp'))).toEqual([])
  })

  it('returns 413 for an endless body without a length, 400 for an empty part and 507 when the disk is full', async () => {
    const disk = { free: 1e12, total: 1e12 }
    await using server = await startBlobServer({ disk: () => Promise.resolve(disk) })
    const { uploadId, partUrls } = await server.blobs.createUpload({ key, size: 100_000 })
    const endless = new ReadableStream({ pull: async (control) => (await nextTurn(), control.enqueue(new Uint8Array(16_384))) })
    const sending = new AbortController()
    const init = { method: 'PUT', body: endless, duplex: 'half', signal: sending.signal }
    await fetch(server.toLocalUrl(partUrls[0]!), init as RequestInit).then(
      (response) => expect(response.status).toBe(413),
      (error: Error) => expect(error).toBeInstanceOf(TypeError),
    )
    sending.abort()
    expect((await fetch(server.toLocalUrl(partUrls[0]!), { method: 'PUT' })).status).toBe(400)
    disk.free = 0
    expect((await put(server, partUrls[0]!, Buffer.alloc(10))).status).toBe(507)
    expect(await server.blobs.listParts({ key, uploadId })).toEqual([])
    expect(await readdir(join(server.dir, 'tmp'))).toHaveLength(0)
  })

  it('stores nothing when the client disconnects in the middle', async () => {
    await using server = await startBlobServer()
    const { uploadId, partUrls } = await server.blobs.createUpload({ key, size: MiB })
    const client = request(server.toLocalUrl(partUrls[0]!), { method: 'PUT', headers: { 'content-length': MiB } })
    client.on('error', () => undefined)
    client.write(Buffer.alloc(100_000))
    const hasTempFiles = () => readdirSync(join(server.dir, 'tmp')).length > 0
    while (!hasTempFiles()) await nextTurn()
    client.destroy()
    while (hasTempFiles()) await nextTurn()
    expect(await server.blobs.listParts({ key, uploadId })).toEqual([])
    expect((await put(server, partUrls[0]!, Buffer.alloc(MiB))).status).toBe(200)
  })

  it('accepts twenty parts at once', async () => {
    await using server = await startBlobServer()
    const { uploadId, partUrls } = await server.blobs.createUpload({ key, size: 20 * 5 * MiB })
    const bytes = partUrls.map(() => randomBytes(100_000))
    const responses = await Promise.all(bytes.map((part, i) => put(server, partUrls[i]!, part)))
    expect(responses.map((response) => response.headers.get('etag'))).toEqual(bytes.map((part) => `"${md5(part)}"`))
    expect(await server.blobs.listParts({ key, uploadId })).toHaveLength(20)
  })
})

describe('GET of an object', () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251))
  const createReadLink = async (server: Server, more: { filename?: string; type?: string; download?: boolean } = {}) => {
    await server.blobs.put(key, bytes)
    return server.toLocalUrl(
      await server.blobs.readUrl({
        key,
        ttl: hours(1),
        boundTo: 'test:one',
        filename: 'Monday.mp3',
        type: 'audio/mpeg',
        ...more,
      }),
    )
  }

  it('returns the whole object with its length, MD5 and type, to be played in the page', async () => {
    await using server = await startBlobServer()
    const response = await fetch(await createReadLink(server))
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '1000',
      'content-type': 'audio/mpeg',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="Monday.mp3"; filename*=UTF-8''Monday.mp3`,
      etag: `"${md5(bytes)}"`,
    })
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=990-', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=990-99999999999999999999', 990, 999],
    ['bytes=-10000000000000000', 0, 999],
    [`bytes=0-${'9'.repeat(400)}`, 0, 999],
    ['bytes=0000000000000000000010-19', 10, 19],
  ])('returns 206 and exactly these bytes for %s', async (range, start, end) => {
    await using server = await startBlobServer()
    const response = await fetch(await createReadLink(server), { headers: { range } })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`)
    expect(response.headers.get('content-length')).toBe(String(end - start + 1))
    expect(response.headers.get('etag')).toBe(`"${md5(bytes)}"`)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  it.each([
    'bytes=1000-',
    'bytes=5-2',
    'bytes=-0',
    'bytes=-',
    'bytes=x-y',
    'bytes=99999999999999999999-',
    `bytes=${'9'.repeat(400)}-`,
  ])('returns 416 for %s', async (range) => {
    await using server = await startBlobServer()
    const response = await fetch(await createReadLink(server), { headers: { range } })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
  })

  it('returns the whole object for several ranges, another unit or an outdated If-Range', async () => {
    await using server = await startBlobServer()
    const url = await createReadLink(server)
    const status = async (headers: Record<string, string>) => (await fetch(url, { headers })).status
    expect(await status({ range: 'bytes=0-1,5-9' })).toBe(200)
    expect(await status({ range: 'words=0-1' })).toBe(200)
    expect(await status({ range: 'bytes=0-1', 'if-range': '"older"' })).toBe(200)
    expect(await status({ range: 'bytes=0-1', 'if-range': `"${md5(bytes)}"` })).toBe(206)
    expect(await status({ 'if-none-match': `"x", W/"${md5(bytes)}"` })).toBe(304)
    expect(await status({ 'if-none-match': '"x"' })).toBe(200)
  })

  it('returns the same headers for HEAD and no body', async () => {
    await using server = await startBlobServer()
    const response = await fetch(await createReadLink(server), { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length'), (await response.arrayBuffer()).byteLength]).toEqual([
      200,
      '1000',
      0,
    ])
  })

  it('returns 403 for a changed or expired link and 404 once the object is deleted', async () => {
    await using server = await startBlobServer()
    const url = await createReadLink(server)
    await server.blobs.put('sound/u2/theirs', Buffer.from('theirs'))
    const forged = [
      changeUrl(url, (link) => (link.pathname = link.pathname.replace('u1/one', 'u2/theirs'))),
      changeUrl(url, (link) => (link.pathname = '/blob/object/sound/u1/%2e%2e/u2/theirs')),
      ...Object.entries({
        type: 'audio/ogg',
        filename: 'x.exe',
        download: '1',
        as: 'ogg',
        expires: '9999999999999',
        sig: 'AAAA',
      }).map(([name, value]) => changeUrl(url, ({ searchParams }) => searchParams.set(name, value))),
    ]
    for (const link of forged) expect([link, (await fetch(link)).status]).toEqual([link, 403])
    await server.blobs.delete(key)
    expect((await fetch(url)).status).toBe(404)
    server.time.at += hours(1)
    expect((await fetch(url)).status).toBe(403)
  })

  it('never serves a web page or an image with scripts: unsafe types are downloads of plain bytes', async () => {
    await using server = await startBlobServer()
    for (const type of [
      'text/html',
      'image/svg+xml',
      'application/xhtml+xml',
      'text/xml',
      'TEXT/HTML',
      'audio/mpeg; x=text/html',
    ]) {
      const response = await fetch(await createReadLink(server, { type, filename: 'page.html' }))
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; /)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const saved = await fetch(await createReadLink(server, { download: true }))
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  it('cleans filenames so that none can end the header, contain a folder or look like another type', async () => {
    await using server = await startBlobServer()
    const dispositionOf = async (filename: string) =>
      (await fetch(await createReadLink(server, { filename }))).headers.get('content-disposition')
    expect(await dispositionOf('Über "uns" 100%.mp3')).toBe(
      `inline; filename="_ber _uns_ 100_.mp3"; filename*=UTF-8''%C3%9Cber%20%22uns%22%20100%25.mp3`,
    )
    expect(await dispositionOf('a\r\nSet-Cookie: x=1.mp3')).toBe(
      `inline; filename="a  Set-Cookie: x=1.mp3"; filename*=UTF-8''a%20%20Set-Cookie%3A%20x%3D1.mp3`,
    )
    expect(await dispositionOf('cod\u202e3pm.exe')).toBe(`inline; filename="cod3pm.exe"; filename*=UTF-8''cod3pm.exe`)
    expect(await dispositionOf('../../etc/passwd')).toBe(`inline; filename="-..-etc-passwd"; filename*=UTF-8''-..-etc-passwd`)
    expect(await dispositionOf('   ')).toBe(`inline; filename="recording"; filename*=UTF-8''recording`)
    expect((await dispositionOf(`${'長'.repeat(10_000)}.mp3`))!.length).toBeLessThan(2000)
    expect(await dispositionOf(`${'長'.repeat(10_000)}.mp3`)).toMatch(/\.mp3$/)
    expect(await dispositionOf('\ud800 half.mp3')).toContain('filename="_ half.mp3"')
    const hostile = `\u202ea\u0000\u0085\u2028b"; filename="evil.exe"; x='(*)\\;\u200f\u2067\ud83c\udf99\t\n\u007f.mp3`
    const header = (await dispositionOf(hostile))!
    expect(header).toMatch(/^inline; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w.%~!-]*$/)
    expect(decodeURIComponent(header.split("UTF-8''")[1]!)).toBe(`a   b"; filename="evil.exe"; x='(*)-;\u{1f399}   .mp3`)
  })

  it('serves a stored .asr as an Ogg file with correct ranges', async () => {
    await using server = await startBlobServer()
    await server.blobs.put(key, await readFile(join(import.meta.dirname, '../../../../test/fixtures/sound/speech.asr')))
    const url = server.toLocalUrl(
      await server.blobs.readUrl({
        key,
        ttl: hours(1),
        boundTo: 'test:one',
        filename: 'a.ogg',
        type: 'audio/ogg',
        oggFromAsr: true,
      }),
    )
    const whole = await fetch(url)
    const ogg = Buffer.from(await whole.arrayBuffer())
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('etag')]).toEqual([
      200,
      'audio/ogg',
      `"${md5(ogg)}"`,
    ])
    expect(ogg.toString('latin1', 0, 4)).toBe('OggS')
    for (const [start, end] of [
      [0, 0],
      [40, 100],
      [4000, 5000],
      [ogg.length - 5, ogg.length - 1],
    ] as const) {
      const part = await fetch(url, { headers: { range: `bytes=${start}-${end}` } })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${ogg.length}`])
      expect(Buffer.from(await part.arrayBuffer()).equals(ogg.subarray(start, end + 1))).toBe(true)
    }
  })
})
