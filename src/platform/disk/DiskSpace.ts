import { BlobError } from '#platform/blobs/blobs.ts'
import { OneAtATime } from '#platform/blobs/OneAtATime.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { GiB, MiB, minutes, seconds } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'
import { type Disk, READ_ONLY_BELOW, readDisk, WRITABLE_ABOVE } from './disk.ts'

/** Space promised to a writer: `outstanding` is the part of it that has not been written yet. */
export type Reservation = { readonly outstanding: Bytes }

/** Called with every piece before it is written. Throws, or rejects, when writing must stop. */
export type WatchPiece = (piece: Uint8Array) => Promise<void> | void

export type DiskSpaceOptions = {
  /** Where sound is written. */
  readonly dir: string
  /** Where the database lies; null when it is not on a disk of this machine. */
  readonly databaseDir: string | null
  readonly clock: Clock
  readonly log: Record<'info' | 'warn', (facts: object, message: string) => void>
  /** Replaced by tests that need a full disk. */
  readonly read?: ((dir: string) => Promise<Disk>) | undefined
}

/** Sound leaves 1 GiB, or 5 % of a larger disk, to everything else. */
const freeForSound = ({ free, total }: Disk): Bytes => free - Math.max(GiB, total * 0.05)

/** The disk is looked at again after a writer has written this much: other programs write too. */
const LOOK_EVERY: Bytes = 8 * MiB
/** Refusals are as many as clients want; the operator has to know once. */
const LOG_REFUSALS_EVERY: Millis = minutes(10)
const READ_ONLY_LOOK_EVERY: Millis = seconds(1)

/** Hands out the space for sound on the disk, counting what was promised and is not written yet. */
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

  /** What can still be promised to writers of sound. */
  async room(): Promise<Bytes> {
    return Math.max(0, await this.#unpromised())
  }

  /** Throws BlobError 'no-room' when so many bytes cannot be promised just now. Promises nothing. */
  async need(bytes: Bytes): Promise<void> {
    this.#check(await this.#unpromised(), bytes)
  }

  /**
   * `begin` makes a reservation, or enlarges one. Throws BlobError 'no-room' when the disk does not hold it beside all others;
   * the caller then ends what it began. Whoever reserved calls `release` in the end.
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
   * Reserves `most` bytes for as long as `write` takes, and hands it what must see every piece. Throws BlobError 'no-room' before
   * it calls `write`; `watch` throws 'too-large' for more than `most` bytes.
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

  /** For one writer: looks at the disk every few megabytes, and rejects with BlobError 'no-room' when others have filled it. */
  lookWhileWriting(): WatchPiece {
    let unseen = 0
    return (piece) => {
      unseen += piece.length
      if (unseen < LOOK_EVERY) return
      unseen = 0
      return this.#stopWhenLow()
    }
  }

  /** True while the database's disk is so full that nothing may be added. Looks at most once a second; a disk that does not answer changes nothing. */
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
