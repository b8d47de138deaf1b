import { statfs } from 'node:fs/promises'
import { MiB } from '#shared/units.ts'
import type { Bytes } from '#shared/units.ts'

export type Disk = { readonly free: Bytes; readonly total: Bytes }

/** Returns the free and total space of the disk of a folder. The only place that asks the file system for it. */
export async function readDisk(dir: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { free: bavail * bsize, total: blocks * bsize }
}

/**
 * As a disk fills up, first no more audio is accepted (`freeForAudio` in DiskSpace.ts), then nothing is added any more, then the
 * reserve file is deleted. After that, free space is still below this first limit.
 */
export const READ_ONLY_BELOW: Bytes = 512 * MiB
/** Above `READ_ONLY_BELOW`, so that the server does not switch back and forth. */
export const WRITABLE_ABOVE: Bytes = 640 * MiB
export const RELEASE_RESERVE_BELOW: Bytes = 256 * MiB
