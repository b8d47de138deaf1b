import { mkdir } from 'node:fs/promises'
import { BlobError } from './blobs.ts'
import type { Blobs } from './blobs.ts'
import { BlobLinks, PART_BYTES, PART_LINK_TTL } from './BlobLinks.ts'
import { checkKey } from './checkKey.ts'
import { cleanFilename, contentDisposition } from './contentDisposition.ts'
import { diskOf, freeRoom } from './freeRoom.ts'
import { LinkSigner } from './LinkSigner.ts'
import { LocalFiles } from './LocalFiles.ts'
import type { LocalBlobsOptions } from './openLocalBlobs.ts'
import { openServed } from './openServed.ts'
import { PartReceiver } from './PartReceiver.ts'
import { S3Bucket, type S3Place } from './S3Bucket.ts'
import { objectName, S3Objects } from './S3Objects.ts'
import { S3Uploads } from './S3Uploads.ts'
import type { ServedBlobs } from './ServedBlobs.ts'
import { mayBeShown, servedType } from './servedType.ts'
import { days, MiB } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'

/** (B§9) */
const MOST_BYTES: Bytes = 500 * MiB
/** No store signs a link for longer; one that is to last leads to this server. */
const LONGEST_LINK: Millis = days(7)

/** `dir` is for what must lie aside for a moment before the store takes it. */
export type S3BlobsOptions = LocalBlobsOptions & {
  readonly place: S3Place
  /** Bytes go through this server both ways, for stores that browsers cannot reach. */
  readonly proxy: boolean
}

/** Blobs in an object store that speaks S3. The doc comments of `Blobs` say what each step promises. */
export async function openS3Blobs(options: S3BlobsOptions): Promise<ServedBlobs> {
  const { dir, clock, log, place, proxy, disk = diskOf } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const bucket = await S3Bucket.open(place)
  const links = new BlobLinks(options.publicUrl, new LinkSigner(options.secret, clock))
  const files = new LocalFiles(dir, clock)
  const objects = new S3Objects(bucket, clock)
  const uploads = new S3Uploads(bucket, objects, clock)
  const needRoom = async (bytes: Bytes) => {
    const left = freeRoom(await disk(dir))
    if (left >= bytes && left > 0) return
    log.warn({ left, needed: bytes }, 'the disk is too full for sound on its way to the store')
    throw new BlobError('no-room', 'There is no room for this upload on the server.')
  }
  const parts = new PartReceiver({ links, uploads, files, needRoom })
  return {
    ...uploading({ bucket, uploads, links, proxy, maxBytes: options.maxBytes ?? MOST_BYTES }),
    ...keeping({ objects, files, needRoom }),
    readUrl: reading({ bucket, links, proxy }),
    deleteUnder: async (prefix) => {
      checkKey(prefix)
      // Uploads first: one that is being put together becomes an object, and is removed as such.
      await uploads.deleteUnder(prefix)
      await objects.deleteUnder(prefix)
    },
    sweep: async (olderThan) => {
      await files.sweep(olderThan)
      return uploads.sweep(olderThan)
    },
    room: async () => Number.MAX_SAFE_INTEGER,
    receivePart: (link, body, announced) => parts.receive(link, body, announced),
    serve: async (link) => {
      links.checkObject(link)
      return openServed(objects, link)
    },
  }
}

type Linking = { readonly bucket: S3Bucket; readonly links: BlobLinks; readonly proxy: boolean }
type Uploading = Linking & { readonly uploads: S3Uploads; readonly maxBytes: Bytes }

function uploading({
  bucket,
  uploads,
  links,
  proxy,
  maxBytes,
}: Uploading): Pick<Blobs, 'createUpload' | 'listParts' | 'partLinks' | 'complete' | 'abort'> {
  const partUrls = (o: { key: string; uploadId: string; storeId: string; size: Bytes }) => {
    if (proxy) return links.partUrls(o.uploadId, o.size)
    const numbers = Array.from({ length: Math.ceil(o.size / PART_BYTES) }, (_, i) => i + 1)
    return Promise.all(numbers.map((number) => bucket.partUrl(objectName(o.key), o.storeId, number, PART_LINK_TTL)))
  }
  return {
    createUpload: async ({ key, size }) => {
      checkKey(key)
      if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`an upload of ${size} bytes`)
      if (size > maxBytes) throw new BlobError('too-large', 'This file is larger than the server takes.')
      const { uploadId, storeId } = await uploads.begin(key, size)
      return { uploadId, partUrls: await partUrls({ key, uploadId, storeId, size }) }
    },
    listParts: async ({ key, uploadId }) =>
      (await uploads.parts(uploadId, key)).map(({ md5, number, bytes }) => ({ Etag: md5, PartNumber: number, size: bytes })),
    partLinks: async ({ key, uploadId }) => {
      const { size, storeId } = await uploads.open(uploadId, key)
      return partUrls({ key, uploadId, storeId, size })
    },
    complete: ({ key, uploadId, parts }) => uploads.merge(uploadId, key, parts),
    abort: ({ key, uploadId }) => uploads.abort(uploadId, key),
  }
}

/** A link into the store, or to this server where the bytes must be computed, pass through it, or outlast what a store signs. */
function reading({ bucket, links, proxy }: Linking): Blobs['readUrl'] {
  return async ({ key, ttl, type: asked, filename, download = false, oggFromAsr = false }) => {
    checkKey(key)
    const ours = proxy || oggFromAsr || ttl > LONGEST_LINK
    if (ours) return links.objectUrl({ as: oggFromAsr ? 'ogg' : 'object', key, type: asked, filename, download }, ttl)
    const type = servedType(asked)
    // A store sends no nosniff and no policy along: what is not sound or a picture is never shown but saved.
    const kind = download || !mayBeShown(type) ? 'attachment' : 'inline'
    return bucket.readUrl(objectName(key), { disposition: contentDisposition(kind, cleanFilename(filename)), type, ttl })
  }
}

type Keeping = {
  readonly objects: S3Objects
  readonly files: LocalFiles
  readonly needRoom: (bytes: Bytes) => Promise<void>
}

function keeping({ objects, files, needRoom }: Keeping): Pick<Blobs, 'info' | 'open' | 'put' | 'delete'> {
  return {
    info: (key) => objects.info(key),
    open: (key, range) => objects.open(key, range),
    put: async (key, bytes) => {
      checkKey(key)
      await needRoom(bytes instanceof Uint8Array ? bytes.length : 1)
      // A store wants to know the length before the first byte, and the md5 with it.
      const aside = await files.writeAside(bytes instanceof Uint8Array ? [bytes] : bytes)
      try {
        return await objects.put(key, aside)
      } finally {
        await files.discard(aside)
      }
    },
    delete: (key) => objects.delete(key),
  }
}
