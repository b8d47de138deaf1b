import { BlobError } from './blobs.ts'
import type { Bytes } from '#kit/units.ts'

/** One sending of one part: its bytes so far, or as many as its head announces. */
export type Flight = { readonly number: number; bytes: Bytes; readonly signal: AbortSignal }

/** The parts that lie there, by their numbers, and all their bytes. */
export type Stored = { readonly parts: ReadonlyMap<number, Bytes>; readonly sum: Bytes }

type Own = Flight & { readonly control: AbortController }

/**
 * Keeps an upload within the size it was announced with while several of its parts are on their way: otherwise a thousand
 * parts of the full size each could fill the disk. A part sent again replaces the sending before it, so a client whose
 * connection hangs is not refused for the bytes of its own lost attempt.
 */
export class PartsInFlight {
  readonly #uploads = new Map<string, Map<number, Own>>()

  begin(uploadId: string, number: number, announced: Bytes): Flight {
    const parts = this.#uploads.get(uploadId) ?? new Map<number, Own>()
    this.#uploads.set(uploadId, parts)
    parts.get(number)?.control.abort(new BlobError('part-changed', 'This part is being sent anew.'))
    const control = new AbortController()
    const flight: Own = { number, bytes: announced, control, signal: control.signal }
    parts.set(number, flight)
    return flight
  }

  /** Throws BlobError 'too-large' when what lies there and what is coming is more than `most`. Asked for every piece of a part. */
  check(uploadId: string, stored: Stored, most: Bytes): void {
    let sum = stored.sum
    for (const { number, bytes } of this.#uploads.get(uploadId)?.values() ?? []) {
      const before = stored.parts.get(number) ?? 0
      sum += Math.max(bytes - before, 0)
    }
    if (sum > most) throw new BlobError('too-large', 'These are more bytes than were announced.')
  }

  end(uploadId: string, flight: Flight): void {
    const parts = this.#uploads.get(uploadId)
    if (parts?.get(flight.number) === flight) parts.delete(flight.number)
    if (parts?.size === 0) this.#uploads.delete(uploadId)
  }
}
