import { openDB } from 'idb'
import type { DBSchema, IDBPTransaction } from 'idb'
import type { Entry } from './keptRules.ts'

/** Where answers are kept on this device. Each call is one step: all of it or nothing, also beside another tab. */
export type Shelf = {
  /** Puts an answer in the place of an older one, then drops what `drop` names of all there is. */
  keep: (entry: Entry, text: string, drop: (all: readonly Entry[]) => readonly string[]) => Promise<void>
  /** An answer with its text, marked as used `now`; undefined when there is none. */
  take: (id: string, now: number) => Promise<{ entry: Entry; text: string } | undefined>
  drop: (which: (all: readonly Entry[]) => readonly string[]) => Promise<void>
  clear: () => Promise<void>
}

interface Kept extends DBSchema {
  entries: { key: string; value: Entry }
  texts: { key: string; value: string }
}

/** In the browser's database, made when something is first kept. */
export function browserShelf(): Shelf {
  return {
    keep: (entry, text, which) =>
      inOneStep(async (step) => {
        await Promise.all([step.objectStore('entries').put(entry, entry.id), step.objectStore('texts').put(text, entry.id)])
        await drop(step, which)
      }),
    take: async (id, now) => {
      if (!(await isThere())) return undefined
      return inOneStep(async (step) => {
        const entries = step.objectStore('entries')
        const [entry, text] = await Promise.all([entries.get(id), step.objectStore('texts').get(id)])
        if (!entry || text === undefined) return undefined
        await entries.put({ ...entry, usedAt: now }, id)
        return { entry, text }
      })
    },
    drop: async (which) => {
      if (await isThere()) await inOneStep((step) => drop(step, which))
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

type Step = IDBPTransaction<Kept, typeof STORES, 'readwrite'>

/** @NOTE Whoever only looks makes no database: on a page anybody may read, nothing is kept. A browser that cannot say has one: what it keeps must go all the same. */
async function isThere(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true
  return (await indexedDB.databases()).some(({ name }) => name === DATABASE)
}

async function inOneStep<T>(work: (step: Step) => Promise<T>): Promise<T> {
  const database = await openDB<Kept>(DATABASE, 1, {
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

async function drop(step: Step, which: (all: readonly Entry[]) => readonly string[]): Promise<void> {
  const [entries, texts] = [step.objectStore('entries'), step.objectStore('texts')]
  for (const id of which(await entries.getAll())) await Promise.all([entries.delete(id), texts.delete(id)])
}
