import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import {
  BYTES_KINDS,
  type ByteStore,
  type BytesKind,
  type RowStore,
  type StoredRow,
  type UploadStorage,
} from './UploadStorage.ts'
import { DATABASE_NAME, hasStoredUploads } from './uploadDatabase.ts'
import { MiB } from '#shared/units.ts'
import { supportsOpfs } from '#browser/page/capabilities.ts'

/** Our folder in OPFS, with one folder per account. */
const FOLDER = 'uploads'
/** Space to leave free, because some browsers delete all data of an origin when the disk is full. */
const RESERVED_SPACE = 64 * MiB

/** The origin private file system (OPFS) is available over https only. */
const openByteStore = (owner: string): ByteStore => {
  const openFolder = async (create: boolean) => (await uploadsFolder(create)).getDirectoryHandle(owner, { create })
  return {
    freeSpace: async () => {
      if (owner === '' || !supportsOpfs()) return 0
      const { quota = 0, usage = 0 } = await navigator.storage.estimate()
      return Math.max(0, quota - usage - RESERVED_SPACE)
    },
    filePath: (id, kind) => ({ folders: [FOLDER, owner], name: fileName(id, kind) }),
    createFile: async (id, kind) => {
      try {
        const folder = await openFolder(true)
        await folder.removeEntry(fileName(id, kind)).catch(() => {})
        return await folder.getFileHandle(fileName(id, kind), { create: true })
      } catch {
        return null
      }
    },
    read: async (id, kind) => {
      try {
        return await (await (await openFolder(false)).getFileHandle(fileName(id, kind))).getFile()
      } catch {
        return null
      }
    },
    delete: async (id, kind) => {
      try {
        await (await openFolder(false)).removeEntry(fileName(id, kind))
      } catch {
        // It did not exist, or is being written: then the next sweep deletes it.
      }
    },
  }
}

async function deleteBytesExcept(keep: readonly { owner: string; id: string }[]): Promise<void> {
  if (!supportsOpfs()) return
  const names = new Set(keep.flatMap(({ owner, id }) => BYTES_KINDS.map((kind) => `${owner}/${fileName(id, kind)}`)))
  const owners = new Set(keep.map(({ owner }) => owner))
  const uploads = await uploadsFolder(true)
  for await (const [owner, folder] of uploads.entries()) {
    if (!owners.has(owner)) await uploads.removeEntry(owner, { recursive: true }).catch(() => {})
    else if (folder.kind === 'directory')
      for await (const name of (folder as FileSystemDirectoryHandle).keys())
        if (!names.has(`${owner}/${name}`)) await (folder as FileSystemDirectoryHandle).removeEntry(name).catch(() => {})
  }
}

const fileName = (id: string, kind: BytesKind): string => `${id}.${kind}`

async function uploadsFolder(create: boolean): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create })
}

interface Tables extends DBSchema {
  rows: { key: string; value: StoredRow }
}

/** Stores rows in IndexedDB. The database is created on the first write. */
const browserRowStore: RowStore = {
  all: async () => ((await hasStoredUploads()) ? withDatabase((database) => database.getAll('rows')) : []),
  put: (rows) =>
    withDatabase(async (database) => {
      const transaction = database.transaction('rows', 'readwrite')
      await Promise.all([...rows.map((row) => transaction.store.put(row)), transaction.done])
    }),
  delete: (ids) =>
    withDatabase(async (database) => {
      const transaction = database.transaction('rows', 'readwrite')
      await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done])
    }),
}

/** The storage of uploads in this browser: rows in IndexedDB, bytes in OPFS. */
export const browserStorage: UploadStorage = { rows: browserRowStore, bytesOf: openByteStore, deleteBytesExcept }

async function withDatabase<T>(work: (database: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
  const database = await openDB<Tables>(DATABASE_NAME, 1, {
    upgrade: (newDatabase) => void newDatabase.createObjectStore('rows', { keyPath: 'id' }),
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** Deletes everything this browser stores of the uploads of a deleted account. */
export async function removeUploadsOf(owner: string): Promise<void> {
  const rows = await browserRowStore.all()
  const ownedRows = rows.filter((row) => row.owner === owner)
  if (ownedRows.length === 0) return
  await browserRowStore.delete(ownedRows.map(({ id }) => id))
  await deleteBytesExcept(rows.filter((row) => row.owner !== owner))
}
