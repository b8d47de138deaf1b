import { statfs } from 'node:fs/promises'
import { GiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'

export type Disk = { readonly free: Bytes; readonly total: Bytes }

export async function diskOf(dir: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** What may still be written: the last gigabyte, or the last 5 % of a larger disk, stays free so that the database can go on. */
export const freeRoom = ({ free, total }: Disk): Bytes => Math.max(0, free - Math.max(GiB, total * 0.05))
