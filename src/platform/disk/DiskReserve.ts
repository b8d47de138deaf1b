import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#platform/clock/clock.ts'
import { MiB, seconds } from '#shared/units.ts'
import type { Bytes, Millis } from '#shared/units.ts'
import { type Disk, RELEASE_RESERVE_BELOW, readDisk, WRITABLE_ABOVE } from './DiskSpace.ts'

export type DiskReserveOptions = {
  /** The folder of the database. */
  readonly dir: string
  /** Size of the file. With 0 no file is created and an existing one is removed. */
  readonly size: Bytes
  readonly clock: Clock
  readonly log: Record<'info' | 'warn', (fields: object, message: string) => void>
  /** Replaced in tests to simulate a full disk. */
  readonly read?: (dir: string) => Promise<Disk>
}

const BLOCK_BYTES: Bytes = MiB
const CHECK_INTERVAL: Millis = seconds(1)
/** Free space that must remain when the reserve is recreated, so that the server does not become read-only. */
const MIN_FREE_BESIDE_RESERVE: Bytes = WRITABLE_ABOVE + 256 * MiB

/**
 * An unused file on the disk of the database that is deleted when the disk is almost full. PostgreSQL needs some space to continue,
 * and to recover after running out of space.
 */
export class DiskReserve {
  readonly #options: DiskReserveOptions
  readonly #readDisk: (dir: string) => Promise<Disk>
  readonly #path: string

  constructor(options: DiskReserveOptions) {
    this.#options = options
    this.#readDisk = options.read ?? readDisk
    this.#path = join(options.dir, 'disk-reserve')
  }

  /**
   * Deletes the file when the disk is almost full, and recreates it when there is enough space. Does not reject when the disk is
   * full.
   */
  async adjust(signal?: AbortSignal): Promise<void> {
    const { dir, size, log } = this.#options
    await this.releaseWhenLow()
    if ((await this.#currentSize()) === size) return
    if (size === 0) return rm(this.#path, { force: true })
    const { free } = await this.#readDisk(dir)
    if (free < size + MIN_FREE_BESIDE_RESERVE) return
    if (await this.#create(signal)) log.info({ size }, 'disk space is reserved for the database')
  }

  /** Deletes the file when the disk is almost full. Also called before every start of PostgreSQL. */
  async releaseWhenLow(): Promise<void> {
    const { dir, log } = this.#options
    const { free } = await this.#readDisk(dir)
    const size = await this.#currentSize()
    if (free >= RELEASE_RESERVE_BELOW || size === 0) return
    await rm(this.#path, { force: true })
    log.warn({ free, size }, 'the disk is almost full: the reserved space is released for the database')
  }

  /** Calls `adjust` once a second until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options
    while (!signal.aborted) {
      await this.adjust(signal).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'the reserved disk space could not be checked')
      })
      await clock.wait(CHECK_INTERVAL, signal).catch(() => undefined)
    }
  }

  async #currentSize(): Promise<Bytes> {
    const fields = await stat(this.#path).catch(() => null)
    return fields?.size ?? 0
  }

  /** Writes random bytes, which no file system can compress. Returns false when it was interrupted or ran out of space. */
  async #create(signal?: AbortSignal): Promise<boolean> {
    const temporaryPath = `${this.#path}.new`
    const block = randomBytes(BLOCK_BYTES)
    try {
      await using file = await open(temporaryPath, 'w', 0o600)
      for (let remaining = this.#options.size; remaining > 0; remaining -= BLOCK_BYTES) {
        if (signal?.aborted) throw new Error('interrupted')
        await file.write(block, 0, Math.min(remaining, BLOCK_BYTES))
      }
      await file.sync()
    } catch {
      await rm(temporaryPath, { force: true })
      return false
    }
    await rename(temporaryPath, this.#path)
    return true
  }
}
