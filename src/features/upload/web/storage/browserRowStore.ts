import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { DATABASE_NAME, hasStoredUploads } from './uploadDatabase.ts'
import type { StoredRow, RowStore } from './UploadStorage.ts'

interface Tables extends DBSchema {
  rows: { key: string; value: StoredRow }
}

/** Stores rows in IndexedDB. The database is created on the first write. */
export const browserRowStore: RowStore = {
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
