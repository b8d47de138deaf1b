import type { Readable } from 'node:stream'
import type { ObjectLink, PartLink } from './links/BlobLinks.ts'
import type { Blobs } from './blobs.ts'
import type { Download } from './http/openDownload.ts'
import type { Bytes } from '#shared/units.ts'

/** Blobs, with what the routes need to receive and serve links to this server. */
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
   * Returns a link into the object store that is valid for some minutes, or null when the bytes go through this server. Rejects
   * as `openDownload` does, except for 'missing'.
   */
  readonly directUrl: (link: ObjectLink) => Promise<string | null>
}
