import { days } from '#shared/units.ts'
import { currentAccountId } from '../session/token.ts'
import { type StorageOptions, getItem, listKeys, removeItem, setItem } from './storage.ts'

/** Long enough to return after a holiday without a network. */
const LIFETIME = days(30)
const PREFIX = 'draft_'

type DraftOptions = Pick<StorageOptions, 'area'>

/**
 * Stores input that has not been sent to the server yet, for the signed-in account. Drafts survive when the session expires, and
 * are removed when the user signs out. Nothing is stored without an account.
 */
export function storeDraft(key: string, value: unknown, options: DraftOptions = {}): void {
  const owner = currentAccountId()
  if (owner !== undefined) setItem(PREFIX + key, value, { ...options, owner, lifetime: LIFETIME })
}

/** Returns a draft of the signed-in account, or undefined. */
export function readDraft(key: string, options: DraftOptions = {}): unknown {
  const owner = currentAccountId()
  return owner === undefined ? undefined : getItem(PREFIX + key, { ...options, owner })
}

export function removeDraft(key: string, options: DraftOptions = {}): void {
  const owner = currentAccountId()
  if (owner !== undefined) removeItem(PREFIX + key, { ...options, owner })
}

/** Returns whether this browser has drafts of an account. */
export const hasDrafts = (owner: string): boolean => listKeys(PREFIX, { owner }).length > 0

/** Removes all drafts of an account from this browser. */
export function removeDrafts(owner: string): void {
  for (const area of ['local', 'session'] as const)
    for (const key of listKeys(PREFIX, { owner, area })) removeItem(key, { owner, area })
}
