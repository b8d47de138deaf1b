import { mkdir } from 'node:fs/promises'
import { BlobLinks } from './BlobLinks.ts'
import { checkKey } from './checkKey.ts'
import { blobSteps } from './blobSteps.ts'
import { checkAnnounced } from './checkAnnounced.ts'
import { roomOf, type RoomOptions } from './freeRoom.ts'
import { LinkSigner } from './LinkSigner.ts'
import { LocalFiles } from './LocalFiles.ts'
import { ObjectStore } from './ObjectStore.ts'
import type { ServedBlobs } from './ServedBlobs.ts'
import { UploadStore } from './UploadStore.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Bytes } from '#kit/units.ts'

export type LocalBlobsOptions = RoomOptions & {
  /** Address people reach this server at; links begin with it. */
  readonly publicUrl: string
  /** At least 16 bytes; who knows it can make links. */
  readonly secret: Uint8Array
  readonly clock: Clock
  /** Largest upload (B§9: 500 MB unless the operator says otherwise). */
  readonly maxBytes?: Bytes
}

/** Blobs in a folder of this machine. Opens it, making it when it is not there. The doc comments of `Blobs` say what each step promises. */
export async function openLocalBlobs(options: LocalBlobsOptions): Promise<ServedBlobs> {
  const { dir, secret, clock, maxBytes } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const links = new BlobLinks(options.publicUrl, new LinkSigner(secret, clock))
  const files = new LocalFiles(dir, clock)
  const objects = new ObjectStore(dir, files)
  const uploads = new UploadStore(dir, files, objects, clock)
  const { room, needRoom } = roomOf(options)
  return {
    ...blobSteps({ objects, uploads, files, links, needRoom }),
    room,
    createUpload: async ({ key, size }) => {
      checkAnnounced({ key, size }, maxBytes)
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
    readUrl: async ({ key, ttl, type, filename, download = false, oggFromAsr = false }) => {
      checkKey(key)
      return links.objectUrl({ as: oggFromAsr ? 'ogg' : 'object', key, type, filename, download }, ttl)
    },
  }
}
