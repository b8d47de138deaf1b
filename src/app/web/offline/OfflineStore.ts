import { openDB } from 'idb'
import type { DBSchema, IDBPTransaction } from 'idb'
import { getChunkIdPrefix } from './storedEntries.ts'
import type { StoredEntry } from './storedEntries.ts'

/** Stores responses on this device. Each call is one transaction, also across tabs. */
export type OfflineStore = {
  /**
   * Writes a response, or a chunk of one, and deletes the entries that `drop` returns for all entries. When `drop` returns
   * undefined, nothing is written and the call resolves to false.
   */
  put: (
    entry: StoredEntry,
    text: string,
    drop: (all: readonly StoredEntry[]) => readonly string[] | undefined,
  ) => Promise<boolean>
  /** Returns a response with the texts of its chunks and sets `usedAt` to `now`; undefined when there is none. */
  read: (id: string, now: number) => Promise<StoredResponse | undefined>
  drop: (selectIds: (all: readonly StoredEntry[]) => readonly string[]) => Promise<void>
  clear: () => Promise<void>
}

/** `pieces` are the chunks of the same set in no order; empty for a response stored as a whole. */
export type StoredResponse = { entry: StoredEntry; text: string; pieces: readonly string[] }

interface Tables extends DBSchema {
  entries: { key: string; value: StoredEntry }
  texts: { key: string; value: string }
}

/** Returns the store in IndexedDB. The database is created by the first write. */
export function createOfflineStore(): OfflineStore {
  return {
    put: (entry, text, selectIds) =>
      runTransaction(async (tx) => {
        const [entries, texts] = [tx.objectStore('entries'), tx.objectStore('texts')]
        const others = (await entries.getAll()).filter(({ id }) => id !== entry.id)
        const dropped = selectIds([...others, entry])
        if (!dropped) return false
        await Promise.all([entries.put(entry, entry.id), texts.put(text, entry.id)])
        await drop(tx, dropped)
        return true
      }),
    read: async (id, now) => {
      if (!(await databaseExists())) return undefined
      return runTransaction(async (tx) => {
        const [entries, texts] = [tx.objectStore('entries'), tx.objectStore('texts')]
        const [entry, text] = await Promise.all([entries.get(id), texts.get(id)])
        if (!entry || text === undefined) return undefined
        await entries.put({ ...entry, usedAt: now }, id)
        if (entry.set === undefined) return { entry, text, pieces: [] }
        const idPrefix = getChunkIdPrefix(id, entry.set)
        return { entry, text, pieces: await texts.getAll(IDBKeyRange.bound(idPrefix, `${idPrefix}\uffff`)) }
      })
    },
    drop: async (selectIds) => {
      if (await databaseExists())
        await runTransaction(async (tx) => drop(tx, selectIds(await tx.objectStore('entries').getAll())))
    },
    clear: async () => {
      if (!(await databaseExists())) return
      await runTransaction(
        async (tx) => void (await Promise.all([tx.objectStore('entries').clear(), tx.objectStore('texts').clear()])),
      )
    },
  }
}

const DATABASE_NAME = 'earshot-offline'
const STORES = ['entries', 'texts'] as const

type StoreTransaction = IDBPTransaction<Tables, typeof STORES, 'readwrite'>

/**
 * Returns whether the database exists, so that reading creates none: public pages store nothing. @NOTE Browsers that cannot list
 * databases count as having one, because stored data must be deleted in any case.
 */
async function databaseExists(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true
  return (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME)
}

async function runTransaction<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T> {
  const database = await openDB<Tables>(DATABASE_NAME, 1, {
    upgrade: (db) => {
      for (const store of STORES) db.createObjectStore(store)
    },
  })
  try {
    const tx = database.transaction(STORES, 'readwrite')
    const result = await run(tx)
    await tx.done
    return result
  } finally {
    database.close()
  }
}

async function drop(tx: StoreTransaction, ids: readonly string[]): Promise<void> {
  const [entries, texts] = [tx.objectStore('entries'), tx.objectStore('texts')]
  await Promise.all(ids.flatMap((id) => [entries.delete(id), texts.delete(id)]))
}
