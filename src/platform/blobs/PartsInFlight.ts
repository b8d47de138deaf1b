import { BlobError } from './blobs.ts'
import type { Reservation } from '#platform/disk/DiskSpace.ts'
import type { Bytes } from '#kit/units.ts'

/** One transfer of a part. `bytes` is the announced length, or what has been received if that is more. */
export type Flight = {
  readonly number: number
  bytes: Bytes
  /** Bytes received so far. */
  arrived: Bytes
  /** The most bytes this transfer may have: its announced length, or the size of the whole upload. */
  readonly most: Bytes
  readonly signal: AbortSignal
}

/** The stored parts by number, and the sum of their bytes. */
export type Stored = { readonly parts: ReadonlyMap<number, Bytes>; readonly sum: Bytes }

type Own = Flight & { readonly control: AbortController }

/** The active transfers of one upload. Together they never exceed the size of the upload. */
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

type Sending = { readonly uploadId: string; readonly number: number; /** Size of the whole upload. */ readonly size: Bytes }

/**
 * Keeps an upload within its announced size while several parts arrive at once. Otherwise a thousand parts of the full size could
 * fill the disk. Sending a part again aborts the earlier transfer, so a client with a hanging connection is not refused because
 * of its own lost attempt.
 */
export class PartsInFlight {
  readonly #uploads = new Map<string, UploadInFlight>()

  /**
   * Starts a transfer. `announced` is 0 when the length is unknown. Returns the transfer and the disk reservation of its upload.
   */
  begin({ uploadId, number, size }: Sending, announced: Bytes): { flight: Flight; upload: Reservation } {
    const upload = this.#uploads.get(uploadId) ?? new UploadInFlight(size)
    this.#uploads.set(uploadId, upload)
    upload.flights.get(number)?.control.abort(new BlobError('part-changed', 'This part is being sent anew.'))
    const control = new AbortController()
    const flight: Own = { number, bytes: announced, arrived: 0, most: announced || size, control, signal: control.signal }
    upload.flights.set(number, flight)
    return { flight, upload }
  }

  /** Throws BlobError 'too-large' when the stored and the arriving bytes exceed `maxBytes`. It is called for every chunk. */
  check(uploadId: string, stored: Stored, most: Bytes): void {
    let sum = stored.sum
    for (const { number, bytes } of this.#uploads.get(uploadId)?.flights.values() ?? []) {
      const before = stored.parts.get(number) ?? 0
      sum += Math.max(bytes - before, 0)
    }
    if (sum > most) throw new BlobError('too-large', 'These are more bytes than were announced.')
  }

  /** Returns the reservation of the upload when this was its last transfer, otherwise null. */
  end(uploadId: string, flight: Flight): Reservation | null {
    const upload = this.#uploads.get(uploadId)
    if (upload?.flights.get(flight.number) === flight) upload.flights.delete(flight.number)
    if (!upload || upload.flights.size > 0) return null
    this.#uploads.delete(uploadId)
    return upload
  }
}
