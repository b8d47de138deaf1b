import { statfs } from 'node:fs/promises'
import { BlobError } from './blobs.ts'
import { GiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'

export type Disk = { readonly free: Bytes; readonly total: Bytes }

export async function diskOf(dir: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** What may still be written: the last gigabyte, or the last 5 % of a larger disk, stays free so that the database can go on. */
export const freeRoom = ({ free, total }: Disk): Bytes => Math.max(0, free - Math.max(GiB, total * 0.05))

/** The folder whose disk must have room. */
export type RoomOptions = {
  readonly dir: string
  readonly log: { readonly warn: (facts: object, says: string) => void }
  /** Replaced by tests that need a full disk. */
  readonly disk?: (dir: string) => Promise<Disk>
}

type Room = { readonly room: () => Promise<Bytes>; readonly needRoom: (bytes: Bytes) => Promise<void> }

/** What the disk of `dir` has left; `needRoom` throws BlobError 'no-room' when so many bytes cannot be written. */
export function roomOf({ dir, log, disk = diskOf }: RoomOptions): Room {
  const room = async () => freeRoom(await disk(dir))
  const needRoom = async (bytes: Bytes) => {
    const left = await room()
    if (left >= bytes && left > 0) return
    log.warn({ left, needed: bytes }, 'the disk is too full to take more sound')
    throw new BlobError('no-room', 'There is no room for this upload on the server.')
  }
  return { room, needRoom }
}
