import type { Readable } from 'node:stream'
import type { BlobLinks } from './BlobLinks.ts'
import type { BlobInfo, Part } from './blobs.ts'
import { checkKey } from './checkKey.ts'
import type { Aside, LocalFiles } from './LocalFiles.ts'
import { openServed } from './openServed.ts'
import { PartReceiver, type PartsOfUploads } from './PartReceiver.ts'
import type { ServedBlobs } from './ServedBlobs.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
import type { Bytes, Millis } from '#kit/units.ts'

type Objects = Pick<ServedBlobs, 'info' | 'open' | 'delete' | 'deleteUnder'> & {
  /** Stores a temporary file and may move it. */
  readonly put: (key: string, aside: Aside) => Promise<BlobInfo>
}

type Uploads = PartsOfUploads & {
  readonly merge: (uploadId: string, key: string, parts: readonly Part[]) => Promise<BlobInfo>
  readonly abort: (uploadId: string, key: string) => Promise<void>
  readonly deleteUnder: (prefix: string) => Promise<void>
  readonly sweep: (olderThan: Millis) => Promise<number>
}

type Over = {
  readonly objects: Objects
  readonly uploads: Uploads
  readonly files: LocalFiles
  readonly links: BlobLinks
  readonly disk: DiskSpace
}

type BlobSteps = Omit<ServedBlobs, 'createUpload' | 'listParts' | 'partLinks' | 'room' | 'directUrl'>

/** Returns the operations of `BlobBackend` that are the same for every store. */
export function blobSteps({ objects, uploads, files, links, disk }: Over): BlobSteps {
  const parts = new PartReceiver({ links, uploads, files, disk })
  return {
    complete: ({ key, uploadId, parts: named }) => uploads.merge(uploadId, key, named),
    abort: ({ key, uploadId }) => uploads.abort(uploadId, key),
    info: (key) => objects.info(key),
    open: (key, range) => objects.open(key, range),
    put: async (key: string, bytes: Readable | Uint8Array, most: Bytes = 0): Promise<BlobInfo> => {
      checkKey(key)
      const pieces = bytes instanceof Uint8Array ? [bytes] : bytes
      const size = bytes instanceof Uint8Array ? bytes.length : most
      // A store needs the length and the MD5 before the first byte, and a folder must not keep partial files.
      const aside = await disk.spend(size, (watch) => files.writeAside(pieces, { watch }))
      try {
        return await objects.put(key, aside)
      } finally {
        await files.discard(aside)
      }
    },
    delete: (key) => objects.delete(key),
    deleteUnder: async (prefix) => {
      checkKey(prefix)
      // Uploads are deleted first: one that is being merged becomes an object, which is deleted next.
      await uploads.deleteUnder(prefix)
      await objects.deleteUnder(prefix)
    },
    sweep: async (olderThan) => {
      await files.sweep(olderThan)
      return uploads.sweep(olderThan)
    },
    receivePart: (link, body, announced) => parts.receive(link, body, announced),
    readUrl: async ({ key, ttl, type, filename, boundTo, download = false, oggFromAsr = false }) => {
      checkKey(key)
      return links.objectUrl({ as: oggFromAsr ? 'ogg' : 'object', key, type, filename, download, boundTo }, ttl)
    },
    bindLinks: (kind, isAlive) => links.bind(kind, isAlive),
    serve: async (link) => {
      await links.checkObject(link)
      return openServed(objects, link)
    },
  }
}
