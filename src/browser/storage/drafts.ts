import { days } from '#shared/units.ts'
import { currentAccountId } from '../session/token.ts'
import { type StorageOptions, getItem, listKeys, removeItem, setItem } from './storage.ts'

/** Kept long enough to come back after a holiday without a network. */
const LIFETIME = days(30)
const PREFIX = 'draft_'

type DraftOptions = Pick<StorageOptions, 'area'>

/**
 * Keeps what the user has typed and the server does not have yet, for the account that is signed in. It stays when the session
 * ends by itself, and is removed when the user signs out. Without an account nothing is stored.
 */
export function storeDraft(key: string, value: unknown, options: DraftOptions = {}): void {
  const owner = currentAccountId()
  if (owner !== undefined) setItem(PREFIX + key, value, { ...options, owner, lifetime: LIFETIME })
}

/** Returns a draft of the account that is signed in, or undefined. */
export function readDraft(key: string, options: DraftOptions = {}): unknown {
  const owner = currentAccountId()
  return owner === undefined ? undefined : getItem(PREFIX + key, { ...options, owner })
}

export function removeDraft(key: string, options: DraftOptions = {}): void {
  const owner = currentAccountId()
  if (owner !== undefined) removeItem(PREFIX + key, { ...options, owner })
}

/** Whether this browser has drafts of an account. */
export const hasDrafts = (owner: string): boolean => listKeys(PREFIX, { owner }).length > 0

/** Removes all drafts of an account from this browser. */
export function removeDrafts(owner: string): void {
  for (const area of ['local', 'session'] as const)
    for (const key of listKeys(PREFIX, { owner, area })) removeItem(key, { owner, area })
}
