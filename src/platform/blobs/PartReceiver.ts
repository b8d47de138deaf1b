import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { BlobError } from './blobs.ts'
import type { BlobLinks, PartLink } from './BlobLinks.ts'
import type { Aside, LocalFiles } from './LocalFiles.ts'
import { PartsInFlight } from './PartsInFlight.ts'
import type { Flight, Stored } from './PartsInFlight.ts'
import type { DiskSpace } from '#platform/disk/DiskSpace.ts'
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
  readonly disk: DiskSpace
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
    const { links, uploads } = this.#needed
    links.checkPart(link)
    if (announced > link.size) throw new BlobError('too-large', 'This part is larger than the whole upload was announced.')
    const stored = sumUp(await uploads.parts(link.uploadId))
    const flight = await this.#begin(link, announced)
    try {
      this.#inFlight.check(link.uploadId, stored, link.size)
      return await this.#keep(link, await this.#write(link, body, flight, stored))
    } finally {
      this.#end(link, flight)
    }
  }

  /** Reserves what the part may become before its first byte is read. */
  async #begin(link: PartLink, announced: Bytes): Promise<Flight> {
    let begun: Flight | null = null
    try {
      await this.#needed.disk.reserve(() => {
        const { flight, upload } = this.#inFlight.begin(link, announced)
        begun = flight
        return upload
      })
      return begun!
    } catch (error) {
      if (begun) this.#end(link, begun)
      throw error
    }
  }

  #end({ uploadId }: PartLink, flight: Flight): void {
    const over = this.#inFlight.end(uploadId, flight)
    if (over) this.#needed.disk.release(over)
  }

  #write(link: PartLink, body: Readable, flight: Flight, stored: Stored): Promise<Aside> {
    const look = this.#needed.disk.lookWhileWriting()
    const watch = (piece: Uint8Array) => {
      flight.arrived += piece.length
      flight.bytes = Math.max(flight.bytes, flight.arrived)
      if (flight.arrived > flight.most) throw new BlobError('too-large', 'These are more bytes than were announced.')
      this.#inFlight.check(link.uploadId, stored, link.size)
      return look(piece)
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
