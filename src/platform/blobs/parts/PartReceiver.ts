import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { BlobError } from '../blobs.ts'
import type { BlobLinks, PartLink } from '../BlobLinks.ts'
import type { TempFile, AtomicFiles } from '../local/AtomicFiles.ts'
import type { DiskSpace, Reservation } from '#platform/disk/DiskSpace.ts'
import type { Bytes } from '#shared/units.ts'

type Part = { readonly number: number; readonly bytes: Bytes }

/** What a receiver needs from the upload store. Both methods throw BlobError 'no-such-upload', also for merged uploads. */
export type PartStorage = {
  parts: (uploadId: string) => Promise<readonly Part[]>
  /**
   * Stores the temporary file as a part and returns its ETag. `check` gets the parts stored by then; when it throws, nothing is
   * stored.
   */
  storePart: (uploadId: string, number: number, tempFile: TempFile, check: (parts: readonly Part[]) => void) => Promise<string>
}

type Dependencies = {
  readonly links: BlobLinks
  readonly uploads: PartStorage
  readonly files: AtomicFiles
  readonly disk: DiskSpace
}

/** Receives parts and writes them straight to disk. An upload never exceeds its announced size. */
export class PartReceiver {
  readonly #deps: Dependencies
  readonly #transfers = new PartTransfers()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** See `BlobBackend.receivePart`. */
  async receive(link: PartLink, body: Readable, announced: Bytes): Promise<string> {
    const { links, uploads } = this.#deps
    links.checkPart(link)
    if (announced > link.size) throw new BlobError('too-large', 'This part is larger than the declared size of the upload.')
    const stored = sumParts(await uploads.parts(link.uploadId))
    const transfer = await this.#start(link, announced)
    try {
      this.#transfers.check(link.uploadId, stored, link.size)
      return await this.#storePart(link, await this.#write(link, body, transfer, stored))
    } finally {
      this.#end(link, transfer)
    }
  }

  /** Reserves disk space for the part before its first byte is read. */
  async #start(link: PartLink, announced: Bytes): Promise<PartTransfer> {
    let active: PartTransfer | null = null
    try {
      await this.#deps.disk.reserve(() => {
        const { transfer, upload } = this.#transfers.start(link, announced)
        active = transfer
        return upload
      })
      return active!
    } catch (error) {
      if (active) this.#end(link, active)
      throw error
    }
  }

  #end({ uploadId }: PartLink, transfer: PartTransfer): void {
    const released = this.#transfers.end(uploadId, transfer)
    if (released) this.#deps.disk.release(released)
  }

  #write(link: PartLink, body: Readable, transfer: PartTransfer, stored: StoredParts): Promise<TempFile> {
    const checkSpace = this.#deps.disk.createDiskCheck()
    const onChunk = (chunk: Uint8Array) => {
      transfer.received += chunk.length
      transfer.bytes = Math.max(transfer.bytes, transfer.received)
      if (transfer.received > transfer.maxBytes) throw new BlobError('too-large', 'These are more bytes than declared.')
      this.#transfers.check(link.uploadId, stored, link.size)
      return checkSpace(chunk)
    }
    // Node copies what it reads from the socket, so these buffers have no other owner.
    return this.#deps.files.writeTempFile(body, {
      onChunk,
      signal: transfer.signal,
      ownsBuffers: body instanceof IncomingMessage,
    })
  }

  async #storePart(link: PartLink, tempFile: TempFile): Promise<string> {
    try {
      if (tempFile.size === 0) throw new BlobError('part-missing', 'This part is empty.')
      // Other parts may have been stored since this one started.
      const check = (parts: readonly Part[]) => this.#transfers.check(link.uploadId, sumParts(parts), link.size)
      return await this.#deps.uploads.storePart(link.uploadId, link.number, tempFile, check)
    } catch (error) {
      await this.#deps.files.discard(tempFile)
      throw error
    }
  }
}

const sumParts = (parts: readonly Part[]): StoredParts => ({
  parts: new Map(parts.map(({ number, bytes }) => [number, bytes])),
  sum: parts.reduce((all, { bytes }) => all + bytes, 0),
})

/** One transfer of a part. `bytes` is the announced length, or what has been received if that is more. */
type PartTransfer = {
  readonly number: number
  bytes: Bytes
  /** Bytes received so far. */
  received: Bytes
  /** The most bytes this transfer may have: its announced length, or the size of the whole upload. */
  readonly maxBytes: Bytes
  readonly signal: AbortSignal
}

/** The stored parts by number, and the sum of their bytes. */
type StoredParts = { readonly parts: ReadonlyMap<number, Bytes>; readonly sum: Bytes }

type ActiveTransfer = PartTransfer & { readonly control: AbortController }

/** The active transfers of one upload. Together they never exceed the size of the upload. */
class ActiveUpload implements Reservation {
  readonly transfers = new Map<number, ActiveTransfer>()
  readonly #size: Bytes

  constructor(size: Bytes) {
    this.#size = size
  }

  get outstanding(): Bytes {
    let [maxBytes, received] = [0, 0]
    for (const transfer of this.transfers.values()) {
      maxBytes += transfer.maxBytes
      received += transfer.received
    }
    return Math.max(0, Math.min(maxBytes, this.#size) - received)
  }
}

type PartRequest = { readonly uploadId: string; readonly number: number; /** Size of the whole upload. */ readonly size: Bytes }

/**
 * Keeps an upload within its announced size while several parts arrive at once. Otherwise a thousand parts of the full size could
 * fill the disk. Sending a part again aborts the earlier transfer, so a client with a hanging connection is not refused because
 * of its own lost attempt.
 */
class PartTransfers {
  readonly #uploads = new Map<string, ActiveUpload>()

  /**
   * Starts a transfer. `announced` is 0 when the length is unknown. Returns the transfer and the disk reservation of its upload.
   */
  start({ uploadId, number, size }: PartRequest, announced: Bytes): { transfer: PartTransfer; upload: Reservation } {
    const upload = this.#uploads.get(uploadId) ?? new ActiveUpload(size)
    this.#uploads.set(uploadId, upload)
    upload.transfers.get(number)?.control.abort(new BlobError('part-changed', 'This part is being sent again.'))
    const control = new AbortController()
    const transfer: ActiveTransfer = {
      number,
      bytes: announced,
      received: 0,
      maxBytes: announced || size,
      control,
      signal: control.signal,
    }
    upload.transfers.set(number, transfer)
    return { transfer, upload }
  }

  /** Throws BlobError 'too-large' when the stored and the arriving bytes exceed `maxBytes`. It is called for every chunk. */
  check(uploadId: string, stored: StoredParts, maxBytes: Bytes): void {
    let sum = stored.sum
    for (const { number, bytes } of this.#uploads.get(uploadId)?.transfers.values() ?? []) {
      const storedBytes = stored.parts.get(number) ?? 0
      sum += Math.max(bytes - storedBytes, 0)
    }
    if (sum > maxBytes) throw new BlobError('too-large', 'These are more bytes than declared.')
  }

  /** Returns the reservation of the upload when this was its last transfer, otherwise null. */
  end(uploadId: string, transfer: PartTransfer): Reservation | null {
    const upload = this.#uploads.get(uploadId)
    if (upload?.transfers.get(transfer.number) === transfer) upload.transfers.delete(transfer.number)
    if (!upload || upload.transfers.size > 0) return null
    this.#uploads.delete(uploadId)
    return upload
  }
}
