import { MiB } from '#kit/units.ts'
import { hasDisk } from '#ui/hasDisk.ts'
import type { ByteShelf, Which } from './Kept.ts'

/** Our folder in OPFS, with one folder per account. */
const FOLDER = 'uploads'
/** Space to leave free, because some browsers delete all data of an origin when the disk is full. */
const MARGIN = 64 * MiB

/** Stores bytes in the origin private file system (OPFS), which is available over https only. */
export const browserBytes: ByteShelf = {
  room: async () => {
    if (!hasDisk()) return 0
    const { quota = 0, usage = 0 } = await navigator.storage.estimate()
    return Math.max(0, quota - usage - MARGIN)
  },
  pathOf: (owner, id, which) => ({ folders: [FOLDER, owner], name: nameOf(id, which) }),
  handle: async (owner, id, which) => {
    try {
      const folder = await folderOf(owner)
      await folder.removeEntry(nameOf(id, which)).catch(() => {})
      return await folder.getFileHandle(nameOf(id, which), { create: true })
    } catch {
      return null
    }
  },
  read: async (owner, id, which) => {
    try {
      return await (await (await folderOf(owner, false)).getFileHandle(nameOf(id, which))).getFile()
    } catch {
      return null
    }
  },
  drop: async (owner, id, which) => {
    try {
      await (await folderOf(owner, false)).removeEntry(nameOf(id, which))
    } catch {
      // It did not exist, or is being written: then the next sweep deletes it.
    }
  },
  sweep: async (keep) => {
    if (!hasDisk()) return
    const names = new Set(keep.flatMap(({ owner, id }) => WHICH.map((which) => `${owner}/${nameOf(id, which)}`)))
    const owners = new Set(keep.map(({ owner }) => owner))
    for await (const [owner, folder] of (await ours(true)).entries()) {
      if (!owners.has(owner)) await (await ours(true)).removeEntry(owner, { recursive: true }).catch(() => {})
      else if (folder.kind === 'directory')
        for await (const name of (folder as FileSystemDirectoryHandle).keys())
          if (!names.has(`${owner}/${name}`)) await (folder as FileSystemDirectoryHandle).removeEntry(name).catch(() => {})
    }
  },
}

const WHICH: readonly Which[] = ['chosen', 'small']
const nameOf = (id: string, which: Which): string => `${id}.${which}`

async function ours(create: boolean): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create })
}

const folderOf = async (owner: string, create = true): Promise<FileSystemDirectoryHandle> =>
  (await ours(create)).getDirectoryHandle(owner, { create })
