import { allowsStatistics } from '#ui/consent.ts'
import { newId } from '#ui/newId.ts'
import { NoExpiration, STORED, forget, recall, store } from '#ui/storage.ts'
import { now } from '#ui/time.ts'
import { healedTag, makeTag } from '../rules.ts'
import { deleteIndexedDb, readFromIndexedDb, writeToIndexedDb } from './indexedDb.ts'

/** Somewhere the browser may keep the tag; may fail, since each of them may be forbidden. */
export type Place = { read: () => Promise<unknown>; write: (tag: string) => Promise<void> }

const COOKIE = 'earshot_tag'
const COOKIE_SECONDS = 365 * 24 * 3600

/**
 * The tag of this browser (A§9): found in one of its places it is written to the others, found in none it is made. The request
 * layer sends the one in local storage as the device's id.
 */
export async function settleTag(places: readonly Place[], make = () => makeTag(now(), newId())): Promise<string> {
  const found = await Promise.all(places.map((place) => tried(place.read)))
  const { tag, missing } = healedTag(found, make)
  await Promise.all(missing.map((at) => tried(async () => places[at]?.write(tag))))
  return tag
}

/** Whether a cookie of ours may be kept: the server counts, and whoever uses this browser allows it. */
export const mayKeepCookie = (server: { telemetry: boolean }): boolean => server.telemetry && allowsStatistics()

/** Takes the tag out of every place, wherever it may be: nobody allows it any more, or the server stopped counting. */
export async function forgetTag(): Promise<void> {
  forget(STORED.userTag)
  document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  await tried(deleteIndexedDb)
}

/** Where a browser keeps the tag: local storage, IndexedDB, and a cookie where one may be. */
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
    return undefined // private mode, or storage switched off
  }
}
