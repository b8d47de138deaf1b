import { mkdir } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { BlobError } from './blobs.ts'
import type { Blobs } from './blobs.ts'
import { checkKey } from './checkKey.ts'
import { cleanFilename } from './contentDisposition.ts'
import { diskOf, freeRoom } from './freeRoom.ts'
import type { Disk } from './freeRoom.ts'
import { LinkSigner } from './LinkSigner.ts'
import type { Signed } from './LinkSigner.ts'
import { LocalFiles } from './LocalFiles.ts'
import { ObjectStore } from './ObjectStore.ts'
import { PartsInFlight } from './PartsInFlight.ts'
import { openServed } from './openServed.ts'
import type { Served } from './openServed.ts'
import { servedType } from './servedType.ts'
import { UploadStore } from './UploadStore.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { hours, MiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'

/** (B§9) */
const PART_BYTES: Bytes = 5 * MiB
const MOST_BYTES: Bytes = 500 * MiB
/** As long as an unfinished upload is kept. */
const PART_LINK_TTL = hours(24)

export type PartLink = Signed & { readonly uploadId: string; readonly number: number; readonly size: Bytes }
export type ObjectLink = Signed & {
  readonly as: 'object' | 'ogg'
  readonly key: string
  readonly type: string
  readonly filename: string
  readonly download: boolean
}

/** Blobs in a folder of this machine, and what the routes need to take and serve them. */
export type LocalBlobs = Blobs & {
  /**
   * Takes one part as it comes in; answers its md5 in hex. `announced` is the length the request claims, 0 when it claims none.
   * Rejects with BlobError: 'forbidden', 'expired', 'no-such-upload' (merged, too), 'too-large', 'no-room', 'part-changed' (the
   * same part is being sent anew), 'part-missing' (no bytes).
   */
  readonly receivePart: (link: PartLink, body: Readable, announced: Bytes) => Promise<string>
  /** What a link is for, to be read in ranges. Rejects with BlobError 'forbidden', 'expired', 'missing'. */
  readonly serve: (link: ObjectLink) => Promise<Served>
}

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

/** Opens the folder, making it when it is not there. The doc comments of `Blobs` say what each step promises. */
export async function openLocalBlobs(options: LocalBlobsOptions): Promise<LocalBlobs> {
  const { dir, secret, clock, log, maxBytes = MOST_BYTES, disk = diskOf } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const base = `${options.publicUrl.replace(/\/+$/, '')}/blob`
  const signer = new LinkSigner(secret, clock)
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
  const partUrl = (uploadId: string, number: number, size: Bytes) => {
    const { expires, sig } = signer.sign('part', [uploadId, number, size], PART_LINK_TTL)
    return `${base}/part/${uploadId}/${number}?${new URLSearchParams({ size: String(size), expires: String(expires), sig })}`
  }
  return {
    createUpload: async ({ key, size }) => {
      checkKey(key)
      if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`an upload of ${size} bytes`)
      if (size > maxBytes) throw new BlobError('too-large', 'This file is larger than the server takes.')
      // The parts and what they are put together to lie side by side for a moment.
      await needRoom(2 * size)
      const uploadId = await uploads.begin(key, size)
      // Some clients send everything to the first address, others cut their own sizes: each part may be as large as the whole.
      const partUrls = Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, i) => partUrl(uploadId, i + 1, size))
      return { uploadId, partUrls }
    },
    listParts: async ({ key, uploadId }) => {
      await uploads.open(uploadId, key)
      return (await uploads.parts(uploadId)).map((part) => ({ Etag: part.md5, PartNumber: part.number }))
    },
    complete: ({ key, uploadId, parts }) => uploads.merge(uploadId, key, parts),
    abort: ({ key, uploadId }) => uploads.abort(uploadId, key),
    readUrl: async ({ key, ttl, type, download = false, oggFromAsr = false, filename }) => {
      checkKey(key)
      const link = { as: oggFromAsr ? 'ogg' : 'object', key, type: servedType(type), filename: cleanFilename(filename), download } as const
      const { expires, sig } = signer.sign(link.as, fieldsOf(link), ttl)
      const asked = { as: link.as, type: link.type, filename: link.filename, download: download ? '1' : '0', expires: String(expires), sig }
      return `${base}/object/${key}?${new URLSearchParams(asked)}`
    },
    info: (key) => objects.info(key),
    open: (key, range) => objects.open(key, range),
    put: async (key, bytes) => {
      checkKey(key)
      await needRoom(bytes instanceof Uint8Array ? bytes.length : 1)
      return objects.put(key, await files.writeAside(bytes instanceof Uint8Array ? [bytes] : bytes))
    },
    delete: (key) => objects.delete(key),
    sweep: async (olderThan) => {
      await files.sweep(olderThan)
      return uploads.sweep(olderThan)
    },
    room,
    receivePart: partReceiver({ signer, uploads, files, needRoom }),
    serve: (link) => {
      signer.check(link.as, fieldsOf(link), link)
      return openServed(objects, link)
    },
  }
}

const fieldsOf = ({ key, type, filename, download }: Omit<ObjectLink, 'expires' | 'sig'>) => [key, type, filename, download ? 1 : 0]

type Receiving = { signer: LinkSigner; uploads: UploadStore; files: LocalFiles; needRoom: (bytes: Bytes) => Promise<void> }

function partReceiver({ signer, uploads, files, needRoom }: Receiving): LocalBlobs['receivePart'] {
  const inFlight = new PartsInFlight()
  return async (link, body, announced) => {
    const { uploadId, number, size } = link
    signer.check('part', [uploadId, number, size], link)
    if (announced > size) throw new BlobError('too-large', 'This part is larger than the whole upload was announced.')
    await uploads.open(uploadId)
    await needRoom(announced)
    const stored = async () => new Map((await uploads.parts(uploadId)).map((part) => [part.number, part.bytes]))
    const there = await stored()
    const flight = inFlight.begin(uploadId, number, announced)
    let seen = 0
    const watch = (piece: Uint8Array) => {
      seen += piece.length
      flight.bytes = Math.max(announced, seen)
      inFlight.check(uploadId, there, size)
    }
    try {
      inFlight.check(uploadId, there, size)
      const aside = await files.writeAside(body, { watch, signal: flight.signal })
      try {
        if (aside.size === 0) throw new BlobError('part-missing', 'This part holds no bytes.')
        inFlight.check(uploadId, await stored(), size)
        await uploads.keep(uploadId, number, aside)
      } catch (error) {
        await files.discard(aside)
        throw error
      }
      return aside.md5
    } finally {
      inFlight.end(uploadId, flight)
    }
  }
}
