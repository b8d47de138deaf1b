import { useSyncExternalStore } from 'react'
import { days } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { listen } from '../events/listen.ts'
import { now } from '../timers/time.ts'

/** Keys of the specification (A§3, A§9) and our own: theme, browser tag, consent, and the id of the browser for the desktop app. */
export const STORAGE_KEYS = {
  token: 'tokenstr',
  language: 'pweblang',
  sessionLanguage: 'comlang',
  redDots: 'redDotShowData',
  theme: 'theme',
  userTag: 'user_tag',
  consent: 'consent',
  desktopVersion: 'desktop_version',
  desktopUuid: 'desktop_uuid',
  /** Dialog state: announcements and offers seen, 24-hour notice shown, break reminders disabled. */
  announcements: 'announcements',
  offers: 'offers',
  /** The purchase in progress, and the prices of the yearly plans, so that offers can show them immediately (A§9). */
  order: 'order',
  proYearPrice: 'proYearPriceValue',
  unlimitedYearPrice: 'unlimitedYearPriceValue',
  longTranscription: 'long_transcription',
  noBreaks: 'no_breaks',
  /** Whether the hint about choosing a language model was shown; stored for 365 days (B§9). */
  modelHint: 'model_hint',
  /** Whether this browser shows a notification when a recording is ready. */
  readyNotices: 'ready_notices',
  /** Whether this browser shows live words while recording. */
  liveWords: 'live_words',
} as const
/** A `lifetime`: the value is stored until it is removed. */
export const NO_EXPIRATION = Number.POSITIVE_INFINITY
/** A§9 */
export const DEFAULT_LIFETIME: Millis = days(15)
const PREFIX = 'earshot_'

export type StorageOptions = {
  /** The account the value belongs to. A value stored with an owner is found only with the same owner. */
  owner?: string
  /** `session` uses sessionStorage, which is cleared with the tab. */
  area?: 'local' | 'session'
}

/** Stores a JSON value. If the browser refuses (private mode, quota), the value is kept in memory until the page is closed. */
export function setItem(key: string, value: unknown, options: StorageOptions & { lifetime?: Millis } = {}): void {
  const lifetime = options.lifetime ?? DEFAULT_LIFETIME
  const expires = lifetime === NO_EXPIRATION ? null : now() + lifetime
  const text = JSON.stringify({ value, expires })
  try {
    area(options).setItem(storageKey(key, options), text)
    memoryFallback.delete(storageKey(key, options))
  } catch {
    memoryFallback.set(storageKey(key, options), text)
  }
  notifyListeners()
}

/** Returns the stored value or undefined. An expired value is removed and not returned (A§5). */
export function getItem(key: string, options: StorageOptions = {}): unknown {
  const entry = parseEntry(readRaw(key, options))
  if (!entry) return undefined
  if (entry.expires !== null && now() >= entry.expires) {
    deleteEntry(key, options)
    return undefined
  }
  return entry.value
}

/** Like `getItem`, but returns undefined when the stored value is not a string. */
export function getString(key: string, options: StorageOptions = {}): string | undefined {
  const value = getItem(key, options)
  return typeof value === 'string' ? value : undefined
}

export function removeItem(key: string, options: StorageOptions = {}): void {
  deleteEntry(key, options)
  notifyListeners()
}

/** Returns the stored value and removes it. */
export function takeItem(key: string, options: StorageOptions = {}): unknown {
  const value = getItem(key, options)
  removeItem(key, options)
  return value
}

/** Returns the keys that begin with `prefix` and have a value, without the prefixes for the product and the owner. */
export function listKeys(prefix: string, options: StorageOptions = {}): string[] {
  const fullPrefix = storageKey(prefix, options)
  const stored = new Set([...namesIn(options), ...memoryFallback.keys()].filter((name) => name.startsWith(fullPrefix)))
  return [...stored].map((name) => prefix + name.slice(fullPrefix.length)).filter((key) => getItem(key, options) !== undefined)
}

/**
 * Returns the result of `read` from the storage; re-renders when it changes in this tab or in another one. `read` must return the
 * same value until the storage changes: a primitive or a cached object.
 */
export const useStored = <Value>(read: () => Value): Value => useSyncExternalStore(subscribe, read)

/** Returns the full key in the browser's storage, for comparing it with the key of a `storage` event. */
export const storageKey = (key: string, { owner }: StorageOptions = {}): string =>
  owner ? `${PREFIX}${owner}_${key}` : PREFIX + key

const memoryFallback = new Map<string, string>()
const listeners = new Set<() => void>()

const area = (options: StorageOptions): Storage => (options.area === 'session' ? sessionStorage : localStorage)

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change in this tab and in other ones. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const removeListener = listen(window, 'storage', listener)
  return () => {
    listeners.delete(listener)
    removeListener()
  }
}

function deleteEntry(key: string, options: StorageOptions): void {
  memoryFallback.delete(storageKey(key, options))
  try {
    area(options).removeItem(storageKey(key, options))
  } catch {
    // Without storage there is nothing to remove.
  }
}

function namesIn(options: StorageOptions): string[] {
  try {
    return Object.keys(area(options))
  } catch {
    return []
  }
}

function readRaw(key: string, options: StorageOptions): string | null {
  const inMemory = memoryFallback.get(storageKey(key, options))
  if (inMemory !== undefined) return inMemory
  try {
    return area(options).getItem(storageKey(key, options))
  } catch {
    return null
  }
}

function parseEntry(text: string | null): { value: unknown; expires: number | null } | undefined {
  if (text === null) return undefined
  try {
    const entry: unknown = JSON.parse(text)
    if (typeof entry !== 'object' || entry === null || !('value' in entry) || !('expires' in entry)) return undefined
    const { value, expires } = entry
    return expires === null || typeof expires === 'number' ? { value, expires } : undefined
  } catch {
    return undefined
  }
}
