import { mkdir } from 'node:fs/promises'
import { BlobLinks } from '../BlobLinks.ts'
import { createBlobOperations } from '../BlobBackend.ts'
import { validateUpload } from '../blobs.ts'
import { LinkSigner } from '#platform/crypto/signedLinks.ts'
import { AtomicFiles } from './AtomicFiles.ts'
import { LocalObjects } from './LocalObjects.ts'
import type { BlobBackend } from '../BlobBackend.ts'
import { LocalUploads } from './LocalUploads.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
import type { Bytes } from '#shared/units.ts'

export type LocalBlobsOptions = {
  /** The folder for all files. */
  readonly dir: string
  readonly disk: DiskSpace
  /** Public URL of this server. Links begin with it. */
  readonly publicUrl: string
  /** Key that signs links, at least 16 bytes. */
  readonly secret: Uint8Array
  readonly clock: Clock
  /** Size limit of an upload (B§9: 500 MB unless configured otherwise). */
  readonly maxBytes?: Bytes
}

/** Opens blob storage in a local folder and creates the folder if necessary. `Blobs` documents the operations. */
export async function openLocalBlobs(options: LocalBlobsOptions): Promise<BlobBackend> {
  const { dir, secret, clock, maxBytes, disk } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const links = new BlobLinks(options.publicUrl, new LinkSigner(secret, clock))
  const files = new AtomicFiles(dir, clock)
  const objects = new LocalObjects(dir, files)
  const uploads = new LocalUploads({ dir, files, objects, clock, disk })
  return {
    ...createBlobOperations({ objects, uploads, files, links, disk }),
    cleanUp: async (olderThan) => {
      await files.cleanUp(olderThan)
      await objects.cleanUp()
      return uploads.cleanUp(olderThan)
    },
    availableBytes: () => disk.availableBytes(),
    createUpload: async ({ key, size }) => {
      validateUpload({ key, size }, maxBytes)
      // The parts and the merged file briefly take disk space together.
      await disk.requireSpace(2 * size)
      const uploadId = await uploads.begin(key, size)
      return { uploadId, partUrls: links.partUrls(uploadId, size) }
    },
    listParts: async ({ key, uploadId }) => {
      await uploads.requireOpen(uploadId, key)
      return (await uploads.parts(uploadId)).map((part) => ({ Etag: part.md5, PartNumber: part.number, size: part.bytes }))
    },
    partLinks: async ({ key, uploadId }) => links.partUrls(uploadId, (await uploads.requireOpen(uploadId, key)).size),
    directUrl: async (link) => {
      await links.checkObject(link)
      return null
    },
  }
}
