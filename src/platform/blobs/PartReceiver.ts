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

/** What a receiver needs from the upload store. Both methods throw BlobError 'no-such-upload', also for merged uploads. */
export type PartsOfUploads = {
  parts: (uploadId: string) => Promise<readonly Part[]>
  /**
   * Stores the temporary file as a part and returns its ETag. `check` gets the parts stored by then; when it throws, nothing is
   * stored.
   */
  keep: (uploadId: string, number: number, aside: Aside, check: (parts: readonly Part[]) => void) => Promise<string>
}

type Needed = {
  readonly links: BlobLinks
  readonly uploads: PartsOfUploads
  readonly files: LocalFiles
  readonly disk: DiskSpace
}

/** Receives parts and writes them straight to disk. An upload never exceeds the size it was announced with. */
export class PartReceiver {
  readonly #needed: Needed
  readonly #inFlight = new PartsInFlight()

  constructor(needed: Needed) {
    this.#needed = needed
  }

  /** See `BlobBackend.receivePart`. */
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

  /** Reserves disk space for the part before its first byte is read. */
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
    // Node copies what it reads from the socket, so no one else holds these buffers.
    return this.#needed.files.writeAside(body, { watch, signal: flight.signal, isOurs: body instanceof IncomingMessage })
  }

  async #keep(link: PartLink, aside: Aside): Promise<string> {
    try {
      if (aside.size === 0) throw new BlobError('part-missing', 'This part holds no bytes.')
      // Other parts may have been stored since this one started.
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
