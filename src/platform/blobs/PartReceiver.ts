import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { BlobError } from './blobs.ts'
import type { BlobLinks, PartLink } from './BlobLinks.ts'
import type { Aside, LocalFiles } from './LocalFiles.ts'
import { PartsInFlight } from './PartsInFlight.ts'
import type { Flight, Stored } from './PartsInFlight.ts'
import type { Bytes } from '#kit/units.ts'

type Part = { readonly number: number; readonly bytes: Bytes }

/** What a receiver must know of uploads under way; each throws BlobError 'no-such-upload', for merged ones too. */
export type PartsOfUploads = {
  parts: (uploadId: string) => Promise<readonly Part[]>
  /** Keeps what was written aside, unless `check` throws when it sees what lies there by then; answers its etag. */
  keep: (uploadId: string, number: number, aside: Aside, check: (parts: readonly Part[]) => void) => Promise<string>
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
    const stored = sumUp(await uploads.parts(link.uploadId))
    await needRoom(announced)
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
    // What Node reads from a line it copies for the request alone.
    return this.#needed.files.writeAside(body, { watch, signal: flight.signal, isOurs: body instanceof IncomingMessage })
  }

  async #keep(link: PartLink, aside: Aside): Promise<string> {
    try {
      if (aside.size === 0) throw new BlobError('part-missing', 'This part holds no bytes.')
      // Other parts may have come to lie there since this one began.
      const check = (parts: readonly Part[]) => this.#inFlight.check(link.uploadId, sumUp(parts), link.size)
      return await this.#needed.uploads.keep(link.uploadId, link.number, aside, check)
    } catch (error) {
      await this.#needed.files.discard(aside)
      throw error
    }
  }
}

const sumUp = (parts: readonly Part[]): Stored => ({
  parts: new Map(parts.map(({ number, bytes }) => [number, bytes])),
  sum: parts.reduce((all, { bytes }) => all + bytes, 0),
})
