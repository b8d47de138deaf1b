import { statfs } from 'node:fs/promises'
import { MiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'

export type Disk = { readonly free: Bytes; readonly total: Bytes }

/** The only place that asks the file system how much room there is. */
export async function readDisk(dir: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { free: bavail * bsize, total: blocks * bsize }
}

/**
 * What happens as a disk fills up, in this order: no more sound is taken (`freeForSound` of DiskSpace.ts), nothing is added any
 * more, the reserve is given to the database. With the reserve given back, free space is still below the first of these numbers.
 */
export const READ_ONLY_BELOW: Bytes = 512 * MiB
/** Above `READ_ONLY_BELOW`, so that the server does not change back and forth. */
export const WRITABLE_ABOVE: Bytes = 640 * MiB
export const GIVE_BACK_BELOW: Bytes = 256 * MiB
