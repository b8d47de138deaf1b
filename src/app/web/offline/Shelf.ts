import { openDB } from 'idb'
import type { DBSchema, IDBPTransaction } from 'idb'
import { piecesOf } from './keptRules.ts'
import type { Entry } from './keptRules.ts'

/** Stores responses on this device. Each call is one transaction, also across tabs. */
export type Shelf = {
  /**
   * Writes a response, or a chunk of one, and deletes the entries that `drop` returns for all entries. When `drop` returns
   * undefined, nothing is written and the call resolves to false.
   */
  keep: (entry: Entry, text: string, drop: (all: readonly Entry[]) => readonly string[] | undefined) => Promise<boolean>
  /** Returns a response with the texts of its chunks and sets `usedAt` to `now`; undefined when there is none. */
  take: (id: string, now: number) => Promise<Kept | undefined>
  drop: (which: (all: readonly Entry[]) => readonly string[]) => Promise<void>
  clear: () => Promise<void>
}

/** `pieces` are the chunks of the same set in no order; empty for a response stored as a whole. */
export type Kept = { entry: Entry; text: string; pieces: readonly string[] }

interface Tables extends DBSchema {
  entries: { key: string; value: Entry }
  texts: { key: string; value: string }
}

/** Returns the store in IndexedDB. The database is created by the first write. */
export function browserShelf(): Shelf {
  return {
    keep: (entry, text, which) =>
      inOneStep(async (step) => {
        const [entries, texts] = [step.objectStore('entries'), step.objectStore('texts')]
        const others = (await entries.getAll()).filter(({ id }) => id !== entry.id)
        const dropped = which([...others, entry])
        if (!dropped) return false
        await Promise.all([entries.put(entry, entry.id), texts.put(text, entry.id)])
        await drop(step, dropped)
        return true
      }),
    take: async (id, now) => {
      if (!(await isThere())) return undefined
      return inOneStep(async (step) => {
        const [entries, texts] = [step.objectStore('entries'), step.objectStore('texts')]
        const [entry, text] = await Promise.all([entries.get(id), texts.get(id)])
        if (!entry || text === undefined) return undefined
        await entries.put({ ...entry, usedAt: now }, id)
        if (entry.set === undefined) return { entry, text, pieces: [] }
        const first = piecesOf(id, entry.set)
        return { entry, text, pieces: await texts.getAll(IDBKeyRange.bound(first, `${first}\uffff`)) }
      })
    },
    drop: async (which) => {
      if (await isThere()) await inOneStep(async (step) => drop(step, which(await step.objectStore('entries').getAll())))
    },
    clear: async () => {
      if (!(await isThere())) return
      await inOneStep(
        async (step) => void (await Promise.all([step.objectStore('entries').clear(), step.objectStore('texts').clear()])),
      )
    },
  }
}

const DATABASE = 'earshot-offline'
const STORES = ['entries', 'texts'] as const

type Step = IDBPTransaction<Tables, typeof STORES, 'readwrite'>

/**
 * Returns whether the database exists, so that reading creates none: public pages store nothing. @NOTE Browsers that cannot list
 * databases count as having one, because stored data must be deleted in any case.
 */
async function isThere(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true
  return (await indexedDB.databases()).some(({ name }) => name === DATABASE)
}

async function inOneStep<T>(work: (step: Step) => Promise<T>): Promise<T> {
  const database = await openDB<Tables>(DATABASE, 1, {
    upgrade: (made) => {
      for (const store of STORES) made.createObjectStore(store)
    },
  })
  try {
    const step = database.transaction(STORES, 'readwrite')
    const done = await work(step)
    await step.done
    return done
  } finally {
    database.close()
  }
}

async function drop(step: Step, ids: readonly string[]): Promise<void> {
  const [entries, texts] = [step.objectStore('entries'), step.objectStore('texts')]
  await Promise.all(ids.flatMap((id) => [entries.delete(id), texts.delete(id)]))
}
