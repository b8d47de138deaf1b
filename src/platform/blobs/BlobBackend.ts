import type { Readable } from 'node:stream'
import type { ObjectLink, PartLink, BlobLinks } from './BlobLinks.ts'
import type { Blobs, BlobInfo, Part } from './blobs.ts'
import { validateKey } from './blobs.ts'
import type { Download } from './http/openDownload.ts'
import { openDownload } from './http/openDownload.ts'
import type { Bytes, Millis } from '#shared/units.ts'
import type { TempFile, AtomicFiles } from './local/AtomicFiles.ts'
import { PartReceiver, type PartStorage } from './parts/PartReceiver.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'

/** Blob storage, with the operations that the routes need to receive parts and serve links. */
export type BlobBackend = Blobs & {
  /**
   * Receives one part and returns its ETag, the MD5 in hex. `announced` is the Content-Length, or 0 without one. Rejects with
   * BlobError: 'forbidden', 'expired', 'no-such-upload' (also when merged), 'too-large', 'no-room', 'part-changed' (the same part
   * is being sent again), 'part-missing' (no bytes).
   */
  readonly receivePart: (link: PartLink, body: Readable, announced: Bytes) => Promise<string>
  /** Opens the target of a link for reading in ranges. Rejects with BlobError 'forbidden', 'expired', 'missing'. */
  readonly openDownload: (link: ObjectLink) => Promise<Download>
  /**
   * Returns a link into the object store valid for a few minutes, or null when this server passes the bytes on. Rejects as
   * `openDownload` does, except for 'missing'.
   */
  readonly directUrl: (link: ObjectLink) => Promise<string | null>
}

type ObjectStorage = Pick<BlobBackend, 'info' | 'listKeys' | 'open' | 'delete' | 'deleteUnder'> & {
  /** Stores a temporary file, which may be moved. */
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
    listKeys: () => objects.listKeys(),
    info: (key) => objects.info(key),
    open: (key, range) => objects.open(key, range),
    put: async (key: string, bytes: Readable | Uint8Array, maxBytes: Bytes = 0): Promise<BlobInfo> => {
      validateKey(key)
      const chunks = bytes instanceof Uint8Array ? [bytes] : bytes
      const size = bytes instanceof Uint8Array ? bytes.length : maxBytes
      // An object store needs the length and the MD5 before the first byte, and a folder must never contain partial files.
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
      // Uploads first: one that is being merged becomes an object, which is deleted after that.
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
