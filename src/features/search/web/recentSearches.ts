import { NO_EXPIRATION, getItem, setItem, useStored } from '#browser/storage/storage.ts'

const STORAGE_KEY = 'search_recent'
const MAX_STORED = 10

/** Returns the user's recent searches in this browser, latest first. */
export function useRecentSearches(owner: string | undefined): readonly string[] {
  const stored = useStored(() => JSON.stringify(readRecent(owner)))
  return JSON.parse(stored) as readonly string[]
}

/** Adds a search as the latest one. */
export function addRecentSearch(owner: string | undefined, query: string): void {
  const added = query.trim()
  if (owner === undefined || added.length < 2) return
  const others = readRecent(owner).filter((other) => other.toLowerCase() !== added.toLowerCase())
  write(owner, [added, ...others].slice(0, MAX_STORED))
}

export function removeRecentSearch(owner: string | undefined, query: string): void {
  if (owner !== undefined)
    write(
      owner,
      readRecent(owner).filter((other) => other !== query),
    )
}

export function clearRecentSearches(owner: string | undefined): void {
  if (owner !== undefined) write(owner, [])
}

function readRecent(owner: string | undefined): readonly string[] {
  const stored = owner === undefined ? undefined : getItem(STORAGE_KEY, { owner })
  return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string') : []
}

const write = (owner: string, queries: readonly string[]): void =>
  setItem(STORAGE_KEY, queries, { owner, lifetime: NO_EXPIRATION })
