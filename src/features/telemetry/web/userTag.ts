import { allowsStatistics } from '#ui/consent.ts'
import { newId } from '#ui/newId.ts'
import { NoExpiration, STORED, forget, recall, store } from '#ui/storage.ts'
import { now } from '#ui/time.ts'
import { healedTag, makeTag } from '../rules.ts'
import { deleteIndexedDb, readFromIndexedDb, writeToIndexedDb } from './indexedDb.ts'

/** A storage of the browser for the tag. Both functions can throw, because the browser may block any storage. */
export type Place = { read: () => Promise<unknown>; write: (tag: string) => Promise<void> }

const COOKIE = 'earshot_tag'
const COOKIE_SECONDS = 365 * 24 * 3600

/**
 * Returns the tag of this browser (A§9). A tag found in one storage is copied to the others; if there is none, it is created. The
 * HTTP client sends the one in local storage as the device id.
 */
export async function settleTag(places: readonly Place[], make = () => makeTag(now(), newId())): Promise<string> {
  const found = await Promise.all(places.map((place) => tried(place.read)))
  const { tag, missing } = healedTag(found, make)
  await Promise.all(missing.map((at) => tried(async () => places[at]?.write(tag))))
  return tag
}

/** Returns whether the cookie may be set: telemetry is on and the user of this browser allows statistics. */
export const mayKeepCookie = (server: { telemetry: boolean }): boolean => server.telemetry && allowsStatistics()

/** Deletes the tag from all storages, after the user has withdrawn consent or the server has turned telemetry off. */
export async function forgetTag(): Promise<void> {
  forget(STORED.userTag)
  document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  await tried(deleteIndexedDb)
}

/** Returns the storages for the tag: local storage, IndexedDB and, if allowed, a cookie. */
export function placesOfTag(server: { telemetry: boolean }): Place[] {
  const local: Place = {
    read: async () => recall(STORED.userTag),
    write: async (tag) => store(STORED.userTag, tag, { lifetime: NoExpiration }),
  }
  const database: Place = {
    read: () => readFromIndexedDb(STORED.userTag),
    write: (tag) => writeToIndexedDb(STORED.userTag, tag),
  }
  return mayKeepCookie(server) ? [local, database, cookie] : [local, database]
}

const cookie: Place = {
  read: async () => new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie)?.[1],
  write: async (tag) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${COOKIE}=${tag}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`
  },
}

async function tried<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step()
  } catch {
    return undefined // private mode or disabled storage
  }
}
