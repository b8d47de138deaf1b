import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { BlobError } from '../blobs.ts'
import type { BlobLinks, PartLink } from '../links/BlobLinks.ts'
import type { TempFile, AtomicFiles } from '../local/AtomicFiles.ts'
import { PartTransfers } from './PartTransfers.ts'
import type { PartTransfer, StoredParts } from './PartTransfers.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
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

/** Receives parts and writes them straight to disk. An upload never exceeds the size it was announced with. */
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
    if (announced > link.size) throw new BlobError('too-large', 'This part is larger than the whole upload was announced.')
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
      if (transfer.received > transfer.maxBytes) throw new BlobError('too-large', 'These are more bytes than were announced.')
      this.#transfers.check(link.uploadId, stored, link.size)
      return checkSpace(chunk)
    }
    // Node copies what it reads from the socket, so no one else holds these buffers.
    return this.#deps.files.writeTempFile(body, {
      onChunk,
      signal: transfer.signal,
      ownsBuffers: body instanceof IncomingMessage,
    })
  }

  async #storePart(link: PartLink, tempFile: TempFile): Promise<string> {
    try {
      if (tempFile.size === 0) throw new BlobError('part-missing', 'This part holds no bytes.')
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
