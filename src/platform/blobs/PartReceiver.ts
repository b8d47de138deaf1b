import type { Readable } from 'node:stream'
import { BlobError } from './blobs.ts'
import type { BlobLinks, PartLink } from './BlobLinks.ts'
import type { Aside, LocalFiles } from './LocalFiles.ts'
import { PartsInFlight } from './PartsInFlight.ts'
import type { Flight, Stored } from './PartsInFlight.ts'
import type { Bytes } from '#kit/units.ts'

/** What a receiver must know of uploads under way; each throws BlobError 'no-such-upload'. */
export type PartsOfUploads = {
  open: (uploadId: string) => Promise<unknown>
  parts: (uploadId: string) => Promise<readonly { readonly number: number; readonly bytes: Bytes }[]>
  /** Keeps what was written aside; answers its etag. */
  keep: (uploadId: string, number: number, aside: Aside) => Promise<string>
}

type Needed = {
  readonly links: BlobLinks
  readonly uploads: PartsOfUploads
  readonly files: LocalFiles
  /** Throws BlobError 'no-room' when so many bytes cannot be taken. */
  readonly needRoom: (bytes: Bytes) => Promise<void>
}

/** Takes parts as they come in, straight to the disk, and never more of them than their upload was announced with. */
export class PartReceiver {
  readonly #needed: Needed
  readonly #inFlight = new PartsInFlight()

  constructor(needed: Needed) {
    this.#needed = needed
  }

  /** As `ServedBlobs.receivePart` says. */
  async receive(link: PartLink, body: Readable, announced: Bytes): Promise<string> {
    const { links, uploads, needRoom } = this.#needed
    links.checkPart(link)
    if (announced > link.size) throw new BlobError('too-large', 'This part is larger than the whole upload was announced.')
    await uploads.open(link.uploadId)
    await needRoom(announced)
    const stored = await this.#stored(link)
    const flight = this.#inFlight.begin(link.uploadId, link.number, announced)
    try {
      this.#inFlight.check(link.uploadId, stored, link.size)
      return await this.#keep(link, await this.#write(link, body, flight, stored))
    } finally {
      this.#inFlight.end(link.uploadId, flight)
    }
  }

  #write(link: PartLink, body: Readable, flight: Flight, stored: Stored): Promise<Aside> {
    let seen = 0
    const watch = (piece: Uint8Array) => {
      seen += piece.length
      flight.bytes = Math.max(flight.bytes, seen)
      this.#inFlight.check(link.uploadId, stored, link.size)
    }
    return this.#needed.files.writeAside(body, { watch, signal: flight.signal })
  }

  /** Other parts may have come to lie there since this one began. */
  async #keep(link: PartLink, aside: Aside): Promise<string> {
    try {
      if (aside.size === 0) throw new BlobError('part-missing', 'This part holds no bytes.')
      this.#inFlight.check(link.uploadId, await this.#stored(link), link.size)
      return await this.#needed.uploads.keep(link.uploadId, link.number, aside)
    } catch (error) {
      await this.#needed.files.discard(aside)
      throw error
    }
  }

  async #stored({ uploadId }: PartLink): Promise<Stored> {
    const stored = await this.#needed.uploads.parts(uploadId)
    const sum = stored.reduce((all, { bytes }) => all + bytes, 0)
    return { parts: new Map(stored.map(({ number, bytes }) => [number, bytes])), sum }
  }
}
