import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { DATABASE, isKeptHere } from './isKeptHere.ts'
import type { KeptRow, RowShelf } from './Kept.ts'

interface Tables extends DBSchema {
  rows: { key: string; value: KeptRow }
}

/** Stores rows in IndexedDB. The database is created on the first write. */
export const browserRows: RowShelf = {
  all: async () => ((await isKeptHere()) ? within((database) => database.getAll('rows')) : []),
  put: (rows) =>
    within(async (database) => {
      const step = database.transaction('rows', 'readwrite')
      await Promise.all([...rows.map((row) => step.store.put(row)), step.done])
    }),
  drop: (ids) =>
    within(async (database) => {
      const step = database.transaction('rows', 'readwrite')
      await Promise.all([...ids.map((id) => step.store.delete(id)), step.done])
    }),
}

async function within<T>(work: (database: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
  const database = await openDB<Tables>(DATABASE, 1, {
    upgrade: (made) => void made.createObjectStore('rows', { keyPath: 'id' }),
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}
