import { GiB } from '#kit/units.ts'
import { type HashBytes, hashBytes } from '../hash/hashBytes.ts'
import type { KeptRow, Shelves } from './Kept.ts'

export type DiskInMemory = {
  readonly shelves: Shelves
  /** Acts as the worker: computes the MD5, and writes the copy if requested. */
  readonly hash: HashBytes
  readonly rows: Map<string, KeptRow>
  /** By `<owner>/<id>.<kind>`. */
  readonly files: Map<string, Blob>
  room: number
}

/** For tests: browser storage in memory, shared by the pages of a test. test/e2e uses the real one. */
export function diskInMemory(): DiskInMemory {
  const rows = new Map<string, KeptRow>()
  const files = new Map<string, Blob>()
  const nameOf = (owner: string, id: string, which: string) => `${owner}/${id}.${which}`
  const disk: DiskInMemory = {
    rows,
    files,
    room: GiB,
    hash: async (blob, options) => {
      const { md5 } = await hashBytes(blob, { signal: options.signal })
      const into = options.into && `${options.into.folders[1]}/${options.into.name}`
      if (into && files.get(into) === blob) throw new Error('a file cannot be copied onto itself')
      if (into) files.set(into, blob)
      return { md5, copied: Boolean(options.into) }
    },
    shelves: {
      rows: {
        all: async () => [...rows.values()],
        put: async (some) => some.forEach((row) => rows.set(row.id, row)),
        drop: async (ids) => ids.forEach((id) => rows.delete(id)),
      },
      bytes: {
        room: async () => disk.room,
        pathOf: (owner, id, which) => ({ folders: ['uploads', owner], name: `${id}.${which}` }),
        handle: async () => null,
        read: async (owner, id, which) => files.get(nameOf(owner, id, which)) ?? null,
        drop: async (owner, id, which) => void files.delete(nameOf(owner, id, which)),
        sweep: async (keep) => {
          const named = new Set(keep.map(({ owner, id }) => `${owner}/${id}`))
          for (const name of files.keys()) if (!named.has(name.replace(/\.\w+$/, ''))) files.delete(name)
        },
      },
    },
  }
  return disk
}
