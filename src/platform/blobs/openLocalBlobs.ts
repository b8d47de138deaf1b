import { mkdir } from 'node:fs/promises'
import { BlobLinks } from './BlobLinks.ts'
import { blobSteps } from './blobSteps.ts'
import { checkAnnounced } from './checkAnnounced.ts'
import { LinkSigner } from './LinkSigner.ts'
import { LocalFiles } from './LocalFiles.ts'
import { ObjectStore } from './ObjectStore.ts'
import type { ServedBlobs } from './ServedBlobs.ts'
import { UploadStore } from './UploadStore.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
import type { Bytes } from '#kit/units.ts'

export type LocalBlobsOptions = {
  /** The folder they lie in. */
  readonly dir: string
  readonly disk: DiskSpace
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
  const { dir, secret, clock, maxBytes, disk } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const links = new BlobLinks(options.publicUrl, new LinkSigner(secret, clock))
  const files = new LocalFiles(dir, clock)
  const objects = new ObjectStore(dir, files)
  const uploads = new UploadStore({ dir, files, objects, clock, disk })
  return {
    ...blobSteps({ objects, uploads, files, links, disk }),
    sweep: async (olderThan) => {
      await files.sweep(olderThan)
      await objects.sweep()
      return uploads.sweep(olderThan)
    },
    room: () => disk.room(),
    createUpload: async ({ key, size }) => {
      checkAnnounced({ key, size }, maxBytes)
      // The parts and what they are put together to lie side by side for a moment.
      await disk.need(2 * size)
      const uploadId = await uploads.begin(key, size)
      return { uploadId, partUrls: links.partUrls(uploadId, size) }
    },
    listParts: async ({ key, uploadId }) => {
      await uploads.open(uploadId, key)
      return (await uploads.parts(uploadId)).map((part) => ({ Etag: part.md5, PartNumber: part.number, size: part.bytes }))
    },
    partLinks: async ({ key, uploadId }) => links.partUrls(uploadId, (await uploads.open(uploadId, key)).size),
    directUrl: async (link) => {
      await links.checkObject(link)
      return null
    },
  }
}
