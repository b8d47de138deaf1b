import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#platform/clock/clock.ts'
import { MiB, seconds } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'
import { type Disk, GIVE_BACK_BELOW, readDisk, WRITABLE_ABOVE } from './disk.ts'

export type DiskReserveOptions = {
  /** The folder of the database. */
  readonly dir: string
  /** Size of the file. With 0 no file is created and an existing one is removed. */
  readonly size: Bytes
  readonly clock: Clock
  readonly log: Record<'info' | 'warn', (facts: object, message: string) => void>
  /** Tests replace it to simulate a full disk. */
  readonly read?: (dir: string) => Promise<Disk>
}

const BLOCK: Bytes = MiB
const LOOK_EVERY: Millis = seconds(1)
/** Free space that must remain when the reserve is recreated, so that the server does not become read-only. */
const BESIDE: Bytes = WRITABLE_ABOVE + 256 * MiB

/**
 * An unused file on the disk of the database that is deleted when the disk runs full. PostgreSQL needs some space to continue and
 * to recover after it has stopped for lack of space.
 */
export class DiskReserve {
  readonly #options: DiskReserveOptions
  readonly #read: (dir: string) => Promise<Disk>
  readonly #path: string

  constructor(options: DiskReserveOptions) {
    this.#options = options
    this.#read = options.read ?? readDisk
    this.#path = join(options.dir, 'disk-reserve')
  }

  /**
   * Deletes the file when the disk is almost full, and recreates it when there is enough space. Does not reject when the disk is
   * full.
   */
  async adjust(signal?: AbortSignal): Promise<void> {
    const { dir, size, log } = this.#options
    await this.giveBackWhenLow()
    if ((await this.#size()) === size) return
    if (size === 0) return rm(this.#path, { force: true })
    const { free } = await this.#read(dir)
    if (free < size + BESIDE) return
    if (await this.#make(signal)) log.info({ size }, 'disk space is kept in reserve for the database')
  }

  /** Deletes the file when the disk is almost full. Also called before every start of PostgreSQL. */
  async giveBackWhenLow(): Promise<void> {
    const { dir, log } = this.#options
    const { free } = await this.#read(dir)
    const size = await this.#size()
    if (free >= GIVE_BACK_BELOW || size === 0) return
    await rm(this.#path, { force: true })
    log.warn({ free, size }, 'the disk is almost full: the space kept in reserve is given to the database')
  }

  /** Calls `adjust` once a second until `signal` aborts. */
  async keep(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options
    while (!signal.aborted) {
      await this.adjust(signal).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'the disk space in reserve could not be looked after')
      })
      await clock.wait(LOOK_EVERY, signal).catch(() => undefined)
    }
  }

  async #size(): Promise<Bytes> {
    const facts = await stat(this.#path).catch(() => null)
    return facts?.size ?? 0
  }

  /** Writes random bytes, which no file system can compress. Returns false when it was interrupted or ran out of space. */
  async #make(signal?: AbortSignal): Promise<boolean> {
    const aside = `${this.#path}.new`
    const block = randomBytes(BLOCK)
    try {
      await using file = await open(aside, 'w', 0o600)
      for (let left = this.#options.size; left > 0; left -= BLOCK) {
        if (signal?.aborted) throw new Error('interrupted')
        await file.write(block, 0, Math.min(left, BLOCK))
      }
      await file.sync()
    } catch {
      await rm(aside, { force: true })
      return false
    }
    await rename(aside, this.#path)
    return true
  }
}
