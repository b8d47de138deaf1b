import type { Readable } from 'node:stream'
import type { BlobLinks } from './links/BlobLinks.ts'
import type { BlobInfo, Part } from './blobs.ts'
import { validateKey } from './validation.ts'
import type { TempFile, AtomicFiles } from './local/AtomicFiles.ts'
import { openDownload } from './http/openDownload.ts'
import { PartReceiver, type PartStorage } from './parts/PartReceiver.ts'
import type { BlobBackend } from './BlobBackend.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
import type { Bytes, Millis } from '#shared/units.ts'

type ObjectStorage = Pick<BlobBackend, 'info' | 'open' | 'delete' | 'deleteUnder'> & {
  /** Stores a temporary file and may move it. */
  readonly put: (key: string, tempFile: TempFile) => Promise<BlobInfo>
}

type UploadStorage = PartStorage & {
  readonly merge: (uploadId: string, key: string, parts: readonly Part[]) => Promise<BlobInfo>
  readonly abort: (uploadId: string, key: string) => Promise<void>
  readonly deleteUnder: (prefix: string) => Promise<void>
  readonly cleanUp: (olderThan: Millis) => Promise<number>
}

type Dependencies = {
  readonly objects: ObjectStorage
  readonly uploads: UploadStorage
  readonly files: AtomicFiles
  readonly links: BlobLinks
  readonly disk: DiskSpace
}

type BlobOperations = Omit<BlobBackend, 'createUpload' | 'listParts' | 'partLinks' | 'availableBytes' | 'directUrl'>

/** Returns the operations of `BlobBackend` that are the same for every store. */
export function createBlobOperations({ objects, uploads, files, links, disk }: Dependencies): BlobOperations {
  const parts = new PartReceiver({ links, uploads, files, disk })
  return {
    complete: ({ key, uploadId, parts: requested }) => uploads.merge(uploadId, key, requested),
    abort: ({ key, uploadId }) => uploads.abort(uploadId, key),
    info: (key) => objects.info(key),
    open: (key, range) => objects.open(key, range),
    put: async (key: string, bytes: Readable | Uint8Array, maxBytes: Bytes = 0): Promise<BlobInfo> => {
      validateKey(key)
      const chunks = bytes instanceof Uint8Array ? [bytes] : bytes
      const size = bytes instanceof Uint8Array ? bytes.length : maxBytes
      // A store needs the length and the MD5 before the first byte, and a folder must not keep partial files.
      const tempFile = await disk.withReservation(size, (onChunk) => files.writeTempFile(chunks, { onChunk }))
      try {
        return await objects.put(key, tempFile)
      } finally {
        await files.discard(tempFile)
      }
    },
    delete: (key) => objects.delete(key),
    deleteUnder: async (prefix) => {
      validateKey(prefix)
      // Uploads are deleted first: one that is being merged becomes an object, which is deleted next.
      await uploads.deleteUnder(prefix)
      await objects.deleteUnder(prefix)
    },
    cleanUp: async (olderThan) => {
      await files.cleanUp(olderThan)
      return uploads.cleanUp(olderThan)
    },
    receivePart: (link, body, announced) => parts.receive(link, body, announced),
    readUrl: async ({ key, ttl, type, filename, boundTo, download = false, oggFromAsr = false }) => {
      validateKey(key)
      return links.objectUrl({ as: oggFromAsr ? 'ogg' : 'object', key, type, filename, download, boundTo }, ttl)
    },
    registerLinkKind: (kind, isAlive) => links.registerKind(kind, isAlive),
    openDownload: async (link) => {
      await links.checkObject(link)
      return openDownload(objects, link)
    },
  }
}
