import { BlobError } from './blobs.ts'
import type { Reservation } from '#platform/disk/DiskSpace.ts'
import type { Bytes } from '#kit/units.ts'

/** One sending of one part: its bytes so far, or as many as its head announces. */
export type Flight = {
  readonly number: number
  bytes: Bytes
  /** What has arrived. */
  arrived: Bytes
  /** What it may become: as announced, or all that its upload may hold. */
  readonly most: Bytes
  readonly signal: AbortSignal
}

/** The parts that lie there, by their numbers, and all their bytes. */
export type Stored = { readonly parts: ReadonlyMap<number, Bytes>; readonly sum: Bytes }

type Own = Flight & { readonly control: AbortController }

/** What is on its way for one upload. All of it together never becomes more than the upload was announced with. */
class UploadInFlight implements Reservation {
  readonly flights = new Map<number, Own>()
  readonly #size: Bytes

  constructor(size: Bytes) {
    this.#size = size
  }

  get outstanding(): Bytes {
    let [most, arrived] = [0, 0]
    for (const flight of this.flights.values()) {
      most += flight.most
      arrived += flight.arrived
    }
    return Math.max(0, Math.min(most, this.#size) - arrived)
  }
}

type Sending = { readonly uploadId: string; readonly number: number; /** Of the whole upload. */ readonly size: Bytes }

/**
 * Keeps an upload within the size it was announced with while several of its parts are on their way: otherwise a thousand
 * parts of the full size each could fill the disk. A part sent again replaces the sending before it, so a client whose
 * connection hangs is not refused for the bytes of its own lost attempt.
 */
export class PartsInFlight {
  readonly #uploads = new Map<string, UploadInFlight>()

  /** `announced`: 0 when nobody said. Answers the sending, and what must be reserved on the disk for all of its upload. */
  begin({ uploadId, number, size }: Sending, announced: Bytes): { flight: Flight; upload: Reservation } {
    const upload = this.#uploads.get(uploadId) ?? new UploadInFlight(size)
    this.#uploads.set(uploadId, upload)
    upload.flights.get(number)?.control.abort(new BlobError('part-changed', 'This part is being sent anew.'))
    const control = new AbortController()
    const flight: Own = { number, bytes: announced, arrived: 0, most: announced || size, control, signal: control.signal }
    upload.flights.set(number, flight)
    return { flight, upload }
  }

  /** Throws BlobError 'too-large' when what lies there and what is coming is more than `most`. Asked for every piece of a part. */
  check(uploadId: string, stored: Stored, most: Bytes): void {
    let sum = stored.sum
    for (const { number, bytes } of this.#uploads.get(uploadId)?.flights.values() ?? []) {
      const before = stored.parts.get(number) ?? 0
      sum += Math.max(bytes - before, 0)
    }
    if (sum > most) throw new BlobError('too-large', 'These are more bytes than were announced.')
  }

  /** Answers the reservation of the upload when nothing of it is on its way any more. */
  end(uploadId: string, flight: Flight): Reservation | null {
    const upload = this.#uploads.get(uploadId)
    if (upload?.flights.get(flight.number) === flight) upload.flights.delete(flight.number)
    if (!upload || upload.flights.size > 0) return null
    this.#uploads.delete(uploadId)
    return upload
  }
}
