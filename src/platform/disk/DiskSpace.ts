import { BlobError } from '#platform/blobs/blobs.ts'
import { OneAtATime } from '#platform/blobs/OneAtATime.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { GiB, MiB, minutes, seconds } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'
import { type Disk, READ_ONLY_BELOW, readDisk, WRITABLE_ABOVE } from './disk.ts'

/** Space reserved for a writer. `outstanding` is the part that is not written yet. */
export type Reservation = { readonly outstanding: Bytes }

/** Called with every chunk before it is written. Throws or rejects when writing must stop. */
export type WatchPiece = (piece: Uint8Array) => Promise<void> | void

export type DiskSpaceOptions = {
  /** The folder audio is written to. */
  readonly dir: string
  /** The folder of the database; null when it is not on a disk of this machine. */
  readonly databaseDir: string | null
  readonly clock: Clock
  readonly log: Record<'info' | 'warn', (facts: object, message: string) => void>
  /** Tests replace it to simulate a full disk. */
  readonly read?: ((dir: string) => Promise<Disk>) | undefined
}

/** Audio leaves 1 GiB, or 5 % of a larger disk, for everything else. */
const freeForSound = ({ free, total }: Disk): Bytes => free - Math.max(GiB, total * 0.05)

/** Bytes after which a writer checks the disk again, because other programs write too. */
const LOOK_EVERY: Bytes = 8 * MiB
/** Clients can cause any number of refusals; the operator needs to know once. */
const LOG_REFUSALS_EVERY: Millis = minutes(10)
const READ_ONLY_LOOK_EVERY: Millis = seconds(1)

/** Reserves disk space for audio, counting reserved bytes that are not written yet. */
export class DiskSpace {
  readonly #options: DiskSpaceOptions
  readonly #read: (dir: string) => Promise<Disk>
  readonly #turns = new OneAtATime()
  readonly #reservations = new Set<Reservation>()
  #refusalLoggedAt = Number.NEGATIVE_INFINITY
  #readOnly: { is: boolean; lookedAt: Millis } = { is: false, lookedAt: Number.NEGATIVE_INFINITY }

  constructor(options: DiskSpaceOptions) {
    this.#options = options
    this.#read = options.read ?? readDisk
  }

  /** Returns the bytes that can still be reserved for audio. */
  async room(): Promise<Bytes> {
    return Math.max(0, await this.#unpromised())
  }

  /** Throws BlobError 'no-room' when so many bytes are not available now. Reserves nothing. */
  async need(bytes: Bytes): Promise<void> {
    this.#check(await this.#unpromised(), bytes)
  }

  /**
   * `createReservation` returns a new or enlarged reservation. Throws BlobError 'no-room' when the disk cannot hold it beside all others; the
   * caller then aborts what it started. The caller must call `release` in the end.
   */
  async reserve(begin: () => Reservation): Promise<void> {
    await this.#turns.run('reserve', async () => {
      this.#reservations.add(begin())
      this.#check(await this.#unpromised(), 0)
    })
  }

  release(reservation: Reservation): void {
    this.#reservations.delete(reservation)
  }

  /**
   * Reserves `max` bytes while `write` runs, and passes it a function that must see every chunk. Throws BlobError 'no-room'
   * before it calls `write`. The function throws 'too-large' above `max` bytes.
   */
  async spend<T>(most: Bytes, write: (watch: WatchPiece) => Promise<T>): Promise<T> {
    let written = 0
    const reservation = {
      get outstanding() {
        return most - written
      },
    }
    const look = this.lookWhileWriting()
    const watch: WatchPiece = (piece) => {
      written += piece.length
      if (written > most) throw new BlobError('too-large', 'These are more bytes than were announced.')
      return look(piece)
    }
    try {
      await this.reserve(() => reservation)
      return await write(watch)
    } finally {
      this.release(reservation)
    }
  }

  /**
   * Returns a function for one writer that checks the disk every few megabytes and rejects with BlobError 'no-room' when it is
   * full.
   */
  lookWhileWriting(): WatchPiece {
    let unseen = 0
    return (piece) => {
      unseen += piece.length
      if (unseen < LOOK_EVERY) return
      unseen = 0
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
    if (Math.abs(now - this.#readOnly.lookedAt) < READ_ONLY_LOOK_EVERY) return this.#readOnly.is
    this.#readOnly.lookedAt = now
    const { free } = await this.#read(databaseDir).catch(() => ({ free: null }))
    if (free !== null) this.#setReadOnly(free < (this.#readOnly.is ? WRITABLE_ABOVE : READ_ONLY_BELOW), free)
    return this.#readOnly.is
  }

  #setReadOnly(is: boolean, free: Bytes): void {
    if (is === this.#readOnly.is) return
    this.#readOnly.is = is
    const { log } = this.#options
    if (is) log.warn({ free }, 'the disk is almost full: Earshot is read-only until there is room again')
    else log.info({ free }, 'there is room on the disk again: Earshot is no longer read-only')
  }

  async #stopWhenLow(): Promise<void> {
    const { free } = await this.#read(this.#options.dir)
    if (free < READ_ONLY_BELOW) throw noRoom()
  }

  async #unpromised(): Promise<Bytes> {
    const free = freeForSound(await this.#read(this.#options.dir))
    return [...this.#reservations].reduce((left, { outstanding }) => left - outstanding, free)
  }

  #check(left: Bytes, needed: Bytes): void {
    if (left >= needed && left > 0) return
    const { log, clock } = this.#options
    const now = clock.now().getTime()
    if (Math.abs(now - this.#refusalLoggedAt) >= LOG_REFUSALS_EVERY) {
      this.#refusalLoggedAt = now
      log.warn({ left, needed }, 'the disk is too full to take more sound')
    }
    throw noRoom()
  }
}

const noRoom = () => new BlobError('no-room', 'There is no room for this on the server.')
