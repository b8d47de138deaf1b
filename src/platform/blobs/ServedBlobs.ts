import type { Readable } from 'node:stream'
import type { ObjectLink, PartLink } from './BlobLinks.ts'
import type { Blobs } from './blobs.ts'
import type { Served } from './openServed.ts'
import type { Bytes } from '#kit/units.ts'

/** Blobs, and what the routes need to take and serve those whose links lead to this server. */
export type ServedBlobs = Blobs & {
  /**
   * Takes one part as it comes in; answers its etag, the md5 in hex. `announced` is the length the request claims, 0 when it
   * claims none. Rejects with BlobError: 'forbidden', 'expired', 'no-such-upload' (merged, too), 'too-large', 'no-room',
   * 'part-changed' (the same part is being sent anew), 'part-missing' (no bytes).
   */
  readonly receivePart: (link: PartLink, body: Readable, announced: Bytes) => Promise<string>
  /** What a link is for, to be read in ranges. Rejects with BlobError 'forbidden', 'expired', 'missing'. */
  readonly serve: (link: ObjectLink) => Promise<Served>
  /**
   * A link into the store, good for minutes, to the bytes that a link of ours is for; null when they pass through this server.
   * Rejects as `serve` does, but for 'missing'.
   */
  readonly directUrl: (link: ObjectLink) => Promise<string | null>
}
