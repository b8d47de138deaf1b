import { mkdir } from 'node:fs/promises'
import { BlobError } from './blobs.ts'
import type { Blobs } from './blobs.ts'
import { BlobLinks } from './BlobLinks.ts'
import { checkKey } from './checkKey.ts'
import { diskOf, freeRoom } from './freeRoom.ts'
import type { Disk } from './freeRoom.ts'
import { LinkSigner } from './LinkSigner.ts'
import { LocalFiles } from './LocalFiles.ts'
import { ObjectStore } from './ObjectStore.ts'
import { openServed } from './openServed.ts'
import { PartReceiver } from './PartReceiver.ts'
import type { ServedBlobs } from './ServedBlobs.ts'
import { UploadStore } from './UploadStore.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { MiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'

/** (B§9) */
const MOST_BYTES: Bytes = 500 * MiB

export type LocalBlobsOptions = {
  readonly dir: string
  /** Address people reach this server at; links begin with it. */
  readonly publicUrl: string
  /** At least 16 bytes; who knows it can make links. */
  readonly secret: Uint8Array
  readonly clock: Clock
  readonly log: { readonly warn: (facts: object, says: string) => void }
  /** Largest upload (B§9: 500 MB unless the operator says otherwise). */
  readonly maxBytes?: Bytes
  /** Replaced by tests that need a full disk. */
  readonly disk?: (dir: string) => Promise<Disk>
}

/** Blobs in a folder of this machine. Opens it, making it when it is not there. The doc comments of `Blobs` say what each step promises. */
export async function openLocalBlobs(options: LocalBlobsOptions): Promise<ServedBlobs> {
  const { dir, secret, clock, log, disk = diskOf } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const links = new BlobLinks(options.publicUrl, new LinkSigner(secret, clock))
  const files = new LocalFiles(dir, clock)
  const objects = new ObjectStore(dir, files)
  const uploads = new UploadStore(dir, files, objects, clock)
  const room = async () => freeRoom(await disk(dir))
  const needRoom = async (bytes: Bytes) => {
    const left = await room()
    if (left >= bytes && left > 0) return
    log.warn({ left, needed: bytes }, 'the disk is too full to take more sound')
    throw new BlobError('no-room', 'There is no room for this upload on the server.')
  }
  const parts = new PartReceiver({ links, uploads, files, needRoom })
  return {
    ...uploading({ links, uploads, needRoom, maxBytes: options.maxBytes ?? MOST_BYTES }),
    ...keeping({ files, objects, needRoom }),
    readUrl: async ({ key, ttl, type, filename, download = false, oggFromAsr = false }) => {
      checkKey(key)
      return links.objectUrl({ as: oggFromAsr ? 'ogg' : 'object', key, type, filename, download }, ttl)
    },
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
    room,
    receivePart: (link, body, announced) => parts.receive(link, body, announced),
    serve: async (link) => {
      links.checkObject(link)
      return openServed(objects, link)
    },
  }
}

type NeedRoom = { readonly needRoom: (bytes: Bytes) => Promise<void> }
type Uploading = NeedRoom & { readonly links: BlobLinks; readonly uploads: UploadStore; readonly maxBytes: Bytes }

function uploading({
  links,
  uploads,
  needRoom,
  maxBytes,
}: Uploading): Pick<Blobs, 'createUpload' | 'listParts' | 'partLinks' | 'complete' | 'abort'> {
  return {
    createUpload: async ({ key, size }) => {
      checkKey(key)
      if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`an upload of ${size} bytes`)
      if (size > maxBytes) throw new BlobError('too-large', 'This file is larger than the server takes.')
      // The parts and what they are put together to lie side by side for a moment.
      await needRoom(2 * size)
      const uploadId = await uploads.begin(key, size)
      return { uploadId, partUrls: links.partUrls(uploadId, size) }
    },
    listParts: async ({ key, uploadId }) => {
      await uploads.open(uploadId, key)
      return (await uploads.parts(uploadId)).map((part) => ({ Etag: part.md5, PartNumber: part.number, size: part.bytes }))
    },
    partLinks: async ({ key, uploadId }) => links.partUrls(uploadId, (await uploads.open(uploadId, key)).size),
    complete: ({ key, uploadId, parts }) => uploads.merge(uploadId, key, parts),
    abort: ({ key, uploadId }) => uploads.abort(uploadId, key),
  }
}

type Keeping = NeedRoom & { readonly files: LocalFiles; readonly objects: ObjectStore }

function keeping({ files, objects, needRoom }: Keeping): Pick<Blobs, 'info' | 'open' | 'put' | 'delete'> {
  return {
    info: (key) => objects.info(key),
    open: (key, range) => objects.open(key, range),
    put: async (key, bytes) => {
      checkKey(key)
      await needRoom(bytes instanceof Uint8Array ? bytes.length : 1)
      return objects.put(key, await files.writeAside(bytes instanceof Uint8Array ? [bytes] : bytes))
    },
    delete: (key) => objects.delete(key),
  }
}
