import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Millis } from '#shared/units.ts'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { DATABASE_NAME, DATABASE_VERSION } from './voicePrintDatabase.ts'

/** One sample of a named speaker (B§3). */
export type VoicePrint = {
  /** The hash of the embedding. */
  readonly id: string
  /** The embedding. */
  readonly data: readonly number[]
  readonly fileId: string
  /** The name that the machine gave the voice in its recording, such as "Speaker 2". */
  readonly name: string
  /** The name that a person gave. */
  readonly customName: string
  readonly updateTime: Millis
  /** Where the voice can be listened to in its recording. */
  readonly startTime: Millis
}

type SettledVoice = { readonly id: string; readonly fileId: string; readonly voiceId: string }
type Owned<Row> = Row & { readonly owner: string }

interface Tables extends DBSchema {
  speakers: { key: string; value: Owned<VoicePrint> }
  /** Voices that are never named automatically again: they were named once. */
  settled: { key: string; value: Owned<SettledVoice> }
}
type StoreName = 'speakers' | 'settled'
type Row<Name extends StoreName> = Tables[Name]['value']

/** Returns the voice prints of the signed-in account. */
export const listVoicePrints = (): Promise<readonly VoicePrint[]> => listOwn('speakers')

/** Adds voice prints. One with a known id replaces it. */
export const putVoicePrints = (prints: readonly VoicePrint[]): Promise<void> =>
  withOwner((owner) =>
    put(
      'speakers',
      prints.map((print) => ({ ...print, owner })),
    ),
  )

export const removeVoicePrints = (ids: readonly string[]): Promise<void> => remove('speakers', ids)

/** Returns the voices of a recording that are not named automatically, because they were named once. */
export async function listSettledVoices(fileId: string): Promise<ReadonlySet<string>> {
  const rows = await listOwn('settled')
  return new Set(rows.filter((row) => row.fileId === fileId).map(({ voiceId }) => voiceId))
}

export const markSettled = (fileId: string, voiceIds: readonly string[]): Promise<void> =>
  withOwner((owner) =>
    put(
      'settled',
      voiceIds.map((voiceId) => ({ id: `${fileId} ${voiceId}`, fileId, voiceId, owner })),
    ),
  )

async function withOwner(work: (owner: string) => Promise<void>): Promise<void> {
  const owner = currentAccountId()
  if (owner !== undefined) await work(owner)
}

/** Returns the rows of the signed-in account, and deletes those of other accounts. */
async function listOwn<Name extends StoreName>(name: Name): Promise<readonly Row<Name>[]> {
  const owner = currentAccountId()
  if (owner === undefined) return []
  const rows = await readAll(name)
  const foreignIds = rows.filter((row) => row.owner !== owner).map(({ id }) => id)
  if (foreignIds.length > 0) await remove(name, foreignIds)
  return rows.filter((row) => row.owner === owner)
}

/** Replaces the database where the browser has none, until the page is closed. */
const memory = { speakers: new Map<string, Row<'speakers'>>(), settled: new Map<string, Row<'settled'>>() }
onSignedOut(() => {
  memory.speakers.clear()
  memory.settled.clear()
})

async function readAll<Name extends StoreName>(name: Name): Promise<Row<Name>[]> {
  if (typeof indexedDB === 'undefined') return [...memory[name].values()] as Row<Name>[]
  return (await exists()) ? withDatabase((database) => database.getAll(name)) : []
}

async function put<Name extends StoreName>(name: Name, rows: readonly Row<Name>[]): Promise<void> {
  if (typeof indexedDB === 'undefined') {
    const map = memory[name] as Map<string, Row<Name>>
    for (const row of rows) map.set(row.id, row)
    return
  }
  await withDatabase(async (database) => {
    const transaction = database.transaction(name, 'readwrite')
    await Promise.all([...rows.map((row) => transaction.store.put(row)), transaction.done])
  })
}

async function remove(name: StoreName, ids: readonly string[]): Promise<void> {
  if (typeof indexedDB === 'undefined') return ids.forEach((id) => memory[name].delete(id))
  await withDatabase(async (database) => {
    const transaction = database.transaction(name, 'readwrite')
    await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done])
  })
}

/** Returns whether the database exists, so that reading creates none. Browsers that cannot list databases count as having one. */
async function exists(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true
  return (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME)
}

async function withDatabase<T>(work: (database: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
  const database = await openDB<Tables>(DATABASE_NAME, DATABASE_VERSION, {
    upgrade: (opened) => {
      for (const name of Array.from(opened.objectStoreNames)) opened.deleteObjectStore(name)
      for (const name of ['speakers', 'settled'] as const) opened.createObjectStore(name, { keyPath: 'id' })
    },
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}
