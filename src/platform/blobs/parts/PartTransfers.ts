import { BlobError } from '../blobs.ts'
import type { Reservation } from '#platform/disk/DiskSpace.ts'
import type { Bytes } from '#shared/units.ts'

/** One transfer of a part. `bytes` is the announced length, or what has been received if that is more. */
export type PartTransfer = {
  readonly number: number
  bytes: Bytes
  /** Bytes received so far. */
  received: Bytes
  /** The most bytes this transfer may have: its announced length, or the size of the whole upload. */
  readonly maxBytes: Bytes
  readonly signal: AbortSignal
}

/** The stored parts by number, and the sum of their bytes. */
export type StoredParts = { readonly parts: ReadonlyMap<number, Bytes>; readonly sum: Bytes }

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
export class PartTransfers {
  readonly #uploads = new Map<string, ActiveUpload>()

  /**
   * Starts a transfer. `announced` is 0 when the length is unknown. Returns the transfer and the disk reservation of its upload.
   */
  start({ uploadId, number, size }: PartRequest, announced: Bytes): { transfer: PartTransfer; upload: Reservation } {
    const upload = this.#uploads.get(uploadId) ?? new ActiveUpload(size)
    this.#uploads.set(uploadId, upload)
    upload.transfers.get(number)?.control.abort(new BlobError('part-changed', 'This part is being sent anew.'))
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
    if (sum > maxBytes) throw new BlobError('too-large', 'These are more bytes than were announced.')
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
