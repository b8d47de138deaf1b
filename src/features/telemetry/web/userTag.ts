import { allowsStatistics } from '#browser/monitoring/consent.ts'
import { newId } from '#browser/random/random.ts'
import { NO_EXPIRATION, STORAGE_KEYS, removeItem, getItem, setItem } from '#browser/storage/storage.ts'
import { now } from '#browser/timers/time.ts'
import { resolveTag, createTag } from '../rules.ts'

/** A storage of the browser for the tag. Both functions can throw, because the browser may block any storage. */
export type TagStorage = { read: () => Promise<unknown>; write: (tag: string) => Promise<void> }

const COOKIE = 'earshot_tag'
const COOKIE_SECONDS = 365 * 24 * 3600

/**
 * Returns the tag of this browser (A§9). A tag found in one storage is copied to the others; if there is none, it is created. The
 * HTTP client sends the one in local storage as the device id.
 */
export async function syncTag(storages: readonly TagStorage[], create = () => createTag(now(), newId())): Promise<string> {
  const found = await Promise.all(storages.map((storage) => ignoreErrors(storage.read)))
  const { tag, missing } = resolveTag(found, create)
  await Promise.all(missing.map((index) => ignoreErrors(async () => storages[index]?.write(tag))))
  return tag
}

/** Returns whether the cookie may be set: telemetry is on and the user of this browser allows statistics. */
export const isCookieAllowed = (server: { telemetry: boolean }): boolean => server.telemetry && allowsStatistics()

/** Deletes the tag from all storages, after the user has withdrawn consent or the server has turned telemetry off. */
export async function deleteTag(): Promise<void> {
  removeItem(STORAGE_KEYS.userTag)
  document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  await ignoreErrors(deleteIndexedDb)
}

/** Returns the storages for the tag: local storage, IndexedDB and, if allowed, a cookie. */
export function tagStorages(server: { telemetry: boolean }): TagStorage[] {
  const localStorageTag: TagStorage = {
    read: async () => getItem(STORAGE_KEYS.userTag),
    write: async (tag) => setItem(STORAGE_KEYS.userTag, tag, { lifetime: NO_EXPIRATION }),
  }
  const indexedDbTag: TagStorage = {
    read: () => readFromIndexedDb(STORAGE_KEYS.userTag),
    write: (tag) => writeToIndexedDb(STORAGE_KEYS.userTag, tag),
  }
  return isCookieAllowed(server) ? [localStorageTag, indexedDbTag, cookieTag] : [localStorageTag, indexedDbTag]
}

const cookieTag: TagStorage = {
  read: async () => new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie)?.[1],
  write: async (tag) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${COOKIE}=${tag}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`
  },
}

async function ignoreErrors<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action()
  } catch {
    return undefined // private mode or disabled storage
  }
}

const DATABASE = 'earshot'
const OBJECT_STORE = 'kept'

/** Returns a value. Throws if IndexedDB is not available. */
const readFromIndexedDb = (key: string): Promise<unknown> => withObjectStore('readonly', (store) => store.get(key))

const writeToIndexedDb = async (key: string, value: string): Promise<void> => {
  await withObjectStore('readwrite', (store) => store.put(value, key))
}

/** Deletes the whole database. It contains only the browser tag. */
const deleteIndexedDb = (): Promise<unknown> => toPromise(indexedDB.deleteDatabase(DATABASE))

async function withObjectStore<T>(mode: IDBTransactionMode, operation: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const openRequest = indexedDB.open(DATABASE, 1)
  openRequest.onupgradeneeded = () => void openRequest.result.createObjectStore(OBJECT_STORE)
  const database = await toPromise(openRequest)
  try {
    return await toPromise(operation(database.transaction(OBJECT_STORE, mode).objectStore(OBJECT_STORE)))
  } finally {
    database.close()
  }
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
  return promise
}
