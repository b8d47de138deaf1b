import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import { describe, expect, it, type TestContext } from 'vitest'
import { blobRoutes } from '../http/blobRoutes.ts'
import { checkS3Access } from './checkS3Access.ts'
import { openS3Blobs } from './openS3Blobs.ts'
import { registerTestLinks } from '#test/fixtures/blobs/testBlobs.ts'
import { s3SettingsFor, createS3Client, requireS3Server, setUpS3Server } from '#test/fixtures/blobs/testBlobStore.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { DiskSpace } from '#platform/disk/DiskSpace.ts'
import { quietLog } from '#platform/log/log.ts'
import { days, hours, MiB } from '#shared/units.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const key = 'sound/u1/one.mp3'
const put = async (url: string, body: Uint8Array) => {
  const response = await fetch(url, { method: 'PUT', body: body.slice() })
  return { status: response.status, Etag: response.headers.get('etag') ?? '' }
}

/** Opens blobs under a unique prefix, and a client for direct access to the store. */
async function openTestStore(ctx: TestContext, proxy = false) {
  const server = await requireS3Server(ctx)
  const dir = await mkdtemp(join(tmpdir(), 'blobs-'))
  const place = s3SettingsFor(server)
  const time = { ahead: 0 }
  const clock = { now: () => new Date(systemClock.now().getTime() + time.ahead), wait: systemClock.wait }
  const options = {
    dir,
    publicUrl: 'http://example.test',
    secret: Buffer.alloc(32, 7),
    clock,
    disk: new DiskSpace({ dir, databaseDir: null, clock, log: quietLog }),
  }
  const blobs = await openS3Blobs({ ...options, bucketSettings: place, proxy })
  const s3 = createS3Client(server)
  const names = async () =>
    ((await s3.listObjectsV2({ Bucket: place.bucket, Prefix: place.prefix })).Contents ?? []).map((each) =>
      (each.Key ?? '').slice(place.prefix.length),
    )
  return { server, s3, place, blobs, time, dir, names, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

/** Returns the multipart upload of the object in the store. */
async function findMultipart({ s3, place }: Awaited<ReturnType<typeof openTestStore>>) {
  const Key = `${place.prefix}objects/${key}`
  const { Uploads } = await s3.listMultipartUploads({ Bucket: place.bucket, Prefix: Key })
  return { Bucket: place.bucket, Key, UploadId: Uploads?.[0]?.UploadId ?? '' }
}

setUpS3Server()

describe('an upload into an object store', { timeout: 60_000 }, () => {
  it('refuses parts below 5 MiB with a clear message, and accepts the same upload once they are larger', async (ctx) => {
    await using store = await openTestStore(ctx)
    const whole = randomBytes(8 * MiB)
    const { uploadId, partUrls } = await store.blobs.createUpload({ key, size: whole.length })
    const halves = [whole.subarray(0, 4 * MiB), whole.subarray(4 * MiB)]
    const small = []
    for (const [i, half] of halves.entries()) small.push({ ...(await put(partUrls[i]!, half)), PartNumber: i + 1 })
    await expect(store.blobs.complete({ key, uploadId, parts: small })).rejects.toMatchObject({
      kind: 'part-too-small',
      message: expect.stringContaining('5 MiB'),
    })
    const parts = [{ ...(await put(partUrls[0]!, whole)), PartNumber: 1 }]
    expect(await store.blobs.complete({ key, uploadId, parts })).toEqual({ key, size: whole.length, md5: md5(whole) })
  })

  it('counts as merged, and is recorded so, when the process died before it recorded the merge', async (ctx) => {
    await using store = await openTestStore(ctx)
    const bytes = [randomBytes(5 * MiB), randomBytes(700)]
    const whole = Buffer.concat(bytes)
    const { uploadId, partUrls } = await store.blobs.createUpload({ key, size: whole.length })
    const parts = []
    for (const [i, part] of bytes.entries()) parts.push({ ...(await put(partUrls[i]!, part)), PartNumber: i + 1 })
    const Parts = parts.map(({ Etag, PartNumber }) => ({ ETag: Etag, PartNumber }))
    await store.s3.completeMultipartUpload({ ...(await findMultipart(store)), MultipartUpload: { Parts } })
    const merged = { key, size: whole.length, md5: md5(whole) }
    expect(await store.blobs.complete({ key, uploadId, parts })).toEqual(merged)
    expect(await store.blobs.complete({ key, uploadId, parts })).toEqual(merged)
    await expect(store.blobs.listParts({ key, uploadId })).rejects.toMatchObject({ kind: 'no-such-upload' })
  })

  it('is cancelled without a trace, including its parts', async (ctx) => {
    await using store = await openTestStore(ctx)
    const { uploadId, partUrls } = await store.blobs.createUpload({ key, size: 100 })
    await put(partUrls[0]!, randomBytes(100))
    expect((await findMultipart(store)).UploadId).not.toBe('')
    await store.blobs.abort({ key, uploadId })
    expect(await store.names()).toEqual([])
    expect((await findMultipart(store)).UploadId).toBe('')
    expect((await put(partUrls[0]!, randomBytes(100))).status).toBe(404)
  })

  it('is cleaned up at once when it exceeds its announced size, because its parts bypass the server', async (ctx) => {
    await using store = await openTestStore(ctx)
    const { uploadId, partUrls } = await store.blobs.createUpload({ key, size: 100 })
    const other = await store.blobs.createUpload({ key: 'sound/u1/other', size: 100 })
    await put(partUrls[0]!, randomBytes(101))
    expect(await store.blobs.cleanUp(days(1))).toBe(1)
    await expect(store.blobs.listParts({ key, uploadId })).rejects.toMatchObject({ kind: 'no-such-upload' })
    expect(await store.blobs.listParts({ key: 'sound/u1/other', uploadId: other.uploadId })).toEqual([])
  })

  it('is cleaned up when the process died before it recorded the upload', async (ctx) => {
    await using store = await openTestStore(ctx)
    await store.s3.createMultipartUpload({ Bucket: store.place.bucket, Key: `${store.place.prefix}objects/${key}` })
    expect(await store.blobs.cleanUp(hours(1))).toBe(0)
    store.time.ahead = hours(2)
    expect(await store.blobs.cleanUp(hours(1))).toBe(1)
    expect((await findMultipart(store)).UploadId).toBe('')
  })

  it('leaves no temporary files when its parts go through the server', async (ctx) => {
    await using store = await openTestStore(ctx, true)
    const { partUrls } = await store.blobs.createUpload({ key, size: 100 })
    expect(new URL(partUrls[0]!).origin).toBe('http://example.test')
    await store.blobs.put('sound/u1/other', randomBytes(1000))
    expect(await readdir(join(store.dir, 'tmp'))).toEqual([])
  })
})

describe('an object in a store', { timeout: 150_000 }, () => {
  it('has the MD5 of its bytes, even when another program put it there', async (ctx) => {
    await using store = await openTestStore(ctx)
    const bytes = randomBytes(5000)
    const Key = `${store.place.prefix}objects/${key}`
    await store.s3.putObject({ Bucket: store.place.bucket, Key, Body: bytes })
    expect(await store.blobs.info(key)).toEqual({ key, size: 5000, md5: md5(bytes) })
    const other = randomBytes(5000)
    await store.s3.putObject({ Bucket: store.place.bucket, Key, Body: other })
    expect(await store.blobs.info(key)).toMatchObject({ md5: md5(other) })
    await store.blobs.delete(key)
    expect(await store.names()).toEqual([])
  })

  it('is read to its end although the store goes down and comes back meanwhile', async (ctx) => {
    await using store = await openTestStore(ctx)
    const bytes = randomBytes(24 * MiB)
    await store.blobs.put(key, bytes)
    const reading = await store.blobs.open(key)
    const pieces: Uint8Array[] = []
    let starting: Promise<void> | null = null
    for await (const piece of reading as AsyncIterable<Uint8Array>) {
      if (starting === null) {
        await store.server.kill()
        starting = store.server.start()
      }
      pieces.push(piece)
    }
    await starting
    expect(md5(Buffer.concat(pieces))).toBe(md5(bytes))
    // Acknowledged bytes survive a crash of the store.
    expect((await buffer(await store.blobs.open(key))).equals(bytes)).toBe(true)
  })

  it('is not mixed from two objects when it is replaced while it is being read', async (ctx) => {
    await using store = await openTestStore(ctx)
    await store.blobs.put(key, randomBytes(24 * MiB))
    const reading = await store.blobs.open(key)
    const read = (async () => {
      let first = true
      for await (const _piece of reading) {
        if (first) {
          await store.blobs.put(key, randomBytes(24 * MiB))
          await store.server.kill()
          await store.server.start()
        }
        first = false
      }
    })()
    await expect(read).rejects.toMatchObject({ name: expect.stringMatching(/412|PreconditionFailed/) })
  })
})

describe('checkS3Access', { timeout: 60_000 }, () => {
  const log = () => {
    const messages: string[] = []
    return { messages, error: (_facts: object, message: string) => void messages.push(message) }
  }

  it('checks the store and leaves nothing in it', async (ctx) => {
    await using store = await openTestStore(ctx)
    await checkS3Access({ kind: 's3', proxy: false, ...store.place }, log())
    expect(await store.names()).toEqual([])
  })

  it('rejects with an error that names the setting, and never the secret', async (ctx) => {
    await using store = await openTestStore(ctx)
    const check = (wrong: object) => checkS3Access({ kind: 's3', proxy: false, ...store.place, ...wrong }, log())
    await expect(check({ bucket: 'elsewhere' })).rejects.toMatchObject({
      name: 'ConfigError',
      problems: [`S3_BUCKET: there is no bucket elsewhere at ${store.place.endpoint}. Make it there, or name another one.`],
    })
    await expect(check({ secretAccessKey: 'not the secret' })).rejects.toMatchObject({
      name: 'ConfigError',
      problems: [expect.stringMatching(/^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: (?!.*not the secret).* refuses them/)],
    })
  })

  it('only logs when the store cannot be reached', async (ctx) => {
    await using store = await openTestStore(ctx)
    const logged = log()
    await checkS3Access({ kind: 's3', proxy: false, ...store.place, endpoint: 'http://127.0.0.1:9' }, logged)
    expect(logged.messages).toEqual(['the object store cannot be reached; uploads fail until it is back'])
  })
})

describe('a link to an object in a store', () => {
  /** Signing a link needs no store, so none runs here. */
  async function createReadLink(proxy: boolean) {
    const dir = await mkdtemp(join(tmpdir(), 'blobs-'))
    const options = {
      dir,
      publicUrl: 'http://example.test',
      secret: Buffer.alloc(32, 7),
      clock: systemClock,
      log: { warn: () => undefined },
      disk: new DiskSpace({ dir, databaseDir: null, clock: systemClock, log: quietLog }),
    }
    const place = {
      endpoint: 'https://store.test',
      region: 'r',
      bucket: 'sound',
      prefix: '',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    }
    const blobs = await openS3Blobs({ ...options, bucketSettings: place, proxy })
    const ended = registerTestLinks(blobs)
    const app = fastify()
    blobRoutes(app, blobs)
    const url = await blobs.readUrl({ key, ttl: days(30), boundTo: 'test:one', filename: 'Monday.mp3', type: 'audio/mpeg' })
    const get = () => app.inject({ url: url.replace('http://example.test', '') })
    const close = async () => {
      await app.close()
      await rm(dir, { recursive: true, force: true })
    }
    return { blobs, ended, url, get, [Symbol.asyncDispose]: close }
  }

  it('points to this server, which redirects to the store for five minutes', async () => {
    await using store = await createReadLink(false)
    expect(store.url).toMatch(/^http:\/\/example\.test\/blob\/object\//)
    const response = await store.get()
    expect([response.statusCode, response.headers['cache-control']]).toEqual([307, 'no-store'])
    const { origin, pathname, searchParams } = new URL(response.headers.location ?? '')
    expect([origin, pathname]).toEqual(['https://store.test', `/sound/objects/${key}`])
    expect([searchParams.get('X-Amz-Expires'), searchParams.get('response-content-type')]).toEqual(['300', 'audio/mpeg'])
  })

  it('does not redirect once the object it is bound to has ended', async () => {
    await using store = await createReadLink(false)
    store.ended.add('one')
    expect([(await store.get()).statusCode, (await store.get()).headers.location]).toEqual([403, undefined])
  })

  it('never redirects to a store that browsers cannot reach', async () => {
    await using store = await createReadLink(true)
    const { searchParams, pathname } = new URL(store.url)
    const parameter = (name: string) => searchParams.get(name) ?? ''
    const link = {
      as: 'object',
      key: pathname.replace('/blob/object/', ''),
      type: parameter('type'),
      filename: parameter('filename'),
    } as const
    const signed = { download: false, boundTo: parameter('bound'), expires: Number(parameter('expires')), sig: parameter('sig') }
    expect(await store.blobs.directUrl({ ...link, ...signed })).toBeNull()
  })
})
