import { GiB } from '#shared/units.ts'
import { type HashBytes, hashBytes } from '../hashing/hashBytes.ts'
import type { StoredRow, UploadStorage } from './UploadStorage.ts'

export type MemoryStorage = {
  readonly storage: UploadStorage
  /** Acts as the worker: computes the MD5, and writes the copy if requested. */
  readonly hash: HashBytes
  readonly rows: Map<string, StoredRow>
  /** By `<owner>/<id>.<kind>`. */
  readonly files: Map<string, Blob>
  freeSpace: number
}

/** For tests: browser storage in memory, shared by the pages of a test. test/e2e uses the real one. */
export function memoryStorage(): MemoryStorage {
  const rows = new Map<string, StoredRow>()
  const files = new Map<string, Blob>()
  const nameOf = (owner: string, id: string, kind: string) => `${owner}/${id}.${kind}`
  const memory: MemoryStorage = {
    rows,
    files,
    freeSpace: GiB,
    hash: async (blob, options) => {
      const { md5 } = await hashBytes(blob, { signal: options.signal })
      const copyPath = options.copyTo && `${options.copyTo.folders[1]}/${options.copyTo.name}`
      if (copyPath && files.get(copyPath) === blob) throw new Error('a file cannot be copied onto itself')
      if (copyPath) files.set(copyPath, blob)
      return { md5, copied: Boolean(options.copyTo) }
    },
    storage: {
      rows: {
        all: async () => [...rows.values()],
        put: async (storedRows) => storedRows.forEach((row) => rows.set(row.id, row)),
        delete: async (ids) => ids.forEach((id) => rows.delete(id)),
      },
      bytesOf: (owner) => ({
        freeSpace: async () => memory.freeSpace,
        filePath: (id, kind) => ({ folders: ['uploads', owner], name: `${id}.${kind}` }),
        createFile: async () => null,
        read: async (id, kind) => files.get(nameOf(owner, id, kind)) ?? null,
        delete: async (id, kind) => void files.delete(nameOf(owner, id, kind)),
      }),
      deleteBytesExcept: async (keep) => {
        const names = new Set(keep.map(({ owner, id }) => `${owner}/${id}`))
        for (const name of files.keys()) if (!names.has(name.replace(/\.\w+$/, ''))) files.delete(name)
      },
    },
  }
  return memory
}
