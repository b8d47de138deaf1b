import { statfs } from 'node:fs/promises'
import { BlobError } from '#platform/blobs/blobs.ts'
import { KeyedMutex } from '#platform/locks/mutex.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { GiB, MiB, minutes, seconds } from '#shared/units.ts'
import type { Bytes, Millis } from '#shared/units.ts'

export type Disk = { readonly free: Bytes; readonly total: Bytes }

/** Returns the free and total space of the disk that holds a folder. Only this function asks the file system for it. */
export async function readDisk(dir: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { free: bavail * bsize, total: blocks * bsize }
}

/**
 * As a disk fills up, the server first refuses audio (`freeForAudio`), then all writes that add data, and finally deletes the
 * reserve file. Even then, free space stays below this limit.
 */
const READ_ONLY_BELOW: Bytes = 512 * MiB
/** Above `READ_ONLY_BELOW`, so that the server does not switch back and forth. */
export const WRITABLE_ABOVE: Bytes = 640 * MiB
export const RELEASE_RESERVE_BELOW: Bytes = 256 * MiB

/** Space reserved for a writer. `outstanding` is what it has not written yet. */
export type Reservation = { readonly outstanding: Bytes }

/** Called with every chunk before it is written. Throws or rejects when writing must stop. */
export type CheckChunk = (chunk: Uint8Array) => Promise<void> | void

export type DiskSpaceOptions = {
  /** The folder audio is written to. */
  readonly dir: string
  /** The folder of the database, or null when it is not on a disk of this machine. */
  readonly databaseDir: string | null
  readonly clock: Clock
  readonly log: Record<'info' | 'warn', (facts: object, message: string) => void>
  /** Replaced in tests to simulate a full disk. */
  readonly readDisk?: ((dir: string) => Promise<Disk>) | undefined
}

/** Audio leaves 1 GiB, or 5 % of a larger disk, for everything else. */
const freeForAudio = ({ free, total }: Disk): Bytes => free - Math.max(GiB, total * 0.05)

/** Bytes after which a writer checks the disk again, because other programs write too. */
const CHECK_BYTES: Bytes = 8 * MiB
/** Clients can cause any number of refusals, and one log line is enough. */
const LOG_REFUSALS_EVERY: Millis = minutes(10)
const READ_ONLY_CHECK_INTERVAL: Millis = seconds(1)

/** Reserves disk space for audio, counting reserved bytes that are not written yet. */
export class DiskSpace {
  readonly #options: DiskSpaceOptions
  readonly #readDisk: (dir: string) => Promise<Disk>
  readonly #queue = new KeyedMutex()
  readonly #reservations = new Set<Reservation>()
  #refusalLoggedAt = Number.NEGATIVE_INFINITY
  #readOnly: { isReadOnly: boolean; checkedAt: Millis } = { isReadOnly: false, checkedAt: Number.NEGATIVE_INFINITY }

  constructor(options: DiskSpaceOptions) {
    this.#options = options
    this.#readDisk = options.readDisk ?? readDisk
  }

  /** Returns the bytes that can still be reserved for audio. */
  async availableBytes(): Promise<Bytes> {
    return Math.max(0, await this.#unreserved())
  }

  /** Throws BlobError 'no-room' when this much space is not available now. Reserves nothing. */
  async requireSpace(bytes: Bytes): Promise<void> {
    this.#requireAvailable(await this.#unreserved(), bytes)
  }

  /**
   * `createReservation` returns a new or enlarged reservation. Throws BlobError 'no-room' when the disk cannot hold it beside all others; the
   * caller then aborts what it started. The caller must call `release` in the end.
   */
  async reserve(createReservation: () => Reservation): Promise<void> {
    await this.#queue.run('reserve', async () => {
      this.#reservations.add(createReservation())
      this.#requireAvailable(await this.#unreserved(), 0)
    })
  }

  release(reservation: Reservation): void {
    this.#reservations.delete(reservation)
  }

  /**
   * Reserves `max` bytes while `write` runs, and passes it a function that must see every chunk. Throws BlobError 'no-room'
   * before it calls `write`. The function throws 'too-large' above `max` bytes.
   */
  async withReservation<T>(max: Bytes, write: (checkChunk: CheckChunk) => Promise<T>): Promise<T> {
    let written = 0
    const reservation = {
      get outstanding() {
        return max - written
      },
    }
    const checkDisk = this.createDiskCheck()
    const checkChunk: CheckChunk = (chunk) => {
      written += chunk.length
      if (written > max) throw new BlobError('too-large', 'These are more bytes than declared.')
      return checkDisk(chunk)
    }
    try {
      await this.reserve(() => reservation)
      return await write(checkChunk)
    } finally {
      this.release(reservation)
    }
  }

  /**
   * Returns a function for one writer that checks the disk every few megabytes and rejects with BlobError 'no-room' when it is
   * full.
   */
  createDiskCheck(): CheckChunk {
    let uncheckedBytes = 0
    return (chunk) => {
      uncheckedBytes += chunk.length
      if (uncheckedBytes < CHECK_BYTES) return
      uncheckedBytes = 0
      return this.#stopWhenLow()
    }
  }

  /**
   * True while the disk of the database is so full that nothing may be added. Checks at most once a second. A failed check keeps
   * the last result.
   */
  async isReadOnly(): Promise<boolean> {
    const { databaseDir, clock } = this.#options
    if (databaseDir === null) return false
    const now = clock.now().getTime()
    if (Math.abs(now - this.#readOnly.checkedAt) < READ_ONLY_CHECK_INTERVAL) return this.#readOnly.isReadOnly
    this.#readOnly.checkedAt = now
    const { free } = await this.#readDisk(databaseDir).catch(() => ({ free: null }))
    if (free !== null) this.#setReadOnly(free < (this.#readOnly.isReadOnly ? WRITABLE_ABOVE : READ_ONLY_BELOW), free)
    return this.#readOnly.isReadOnly
  }

  #setReadOnly(isReadOnly: boolean, free: Bytes): void {
    if (isReadOnly === this.#readOnly.isReadOnly) return
    this.#readOnly.isReadOnly = isReadOnly
    const { log } = this.#options
    if (isReadOnly) log.warn({ free }, 'the disk is almost full: Earshot is read-only until space is freed')
    else log.info({ free }, 'disk space is available again: Earshot is no longer read-only')
  }

  async #stopWhenLow(): Promise<void> {
    const { free } = await this.#readDisk(this.#options.dir)
    if (free < READ_ONLY_BELOW) throw noSpaceError()
  }

  async #unreserved(): Promise<Bytes> {
    const free = freeForAudio(await this.#readDisk(this.#options.dir))
    return [...this.#reservations].reduce((available, { outstanding }) => available - outstanding, free)
  }

  #requireAvailable(available: Bytes, needed: Bytes): void {
    if (available >= needed && available > 0) return
    const { log, clock } = this.#options
    const now = clock.now().getTime()
    if (Math.abs(now - this.#refusalLoggedAt) >= LOG_REFUSALS_EVERY) {
      this.#refusalLoggedAt = now
      log.warn({ left: available, needed }, 'the disk is too full for more audio')
    }
    throw noSpaceError()
  }
}

const noSpaceError = () => new BlobError('no-room', 'There is no room for this on the server.')
