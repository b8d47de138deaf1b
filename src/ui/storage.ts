import { days } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { now } from './time.ts'

/** Keys of the specification (A§3, A§9) and our own: theme, browser tag, consent, the id of the browser for the desktop app. */
export const STORED = {
  token: 'tokenstr',
  language: 'pweblang',
  sessionLanguage: 'comlang',
  redDots: 'redDotShowData',
  theme: 'theme',
  userTag: 'user_tag',
  consent: 'consent',
  desktopVersion: 'desktop_version',
  desktopUuid: 'desktop_uuid',
  /** State of the app's dialogs: announcements and offers seen, the 24-hour notice shown, break reminders off. */
  announcements: 'announcements',
  offers: 'offers',
  longTranscription: 'long_transcription',
  noBreaks: 'no_breaks',
} as const
/** A `lifetime`: the value is kept until it is removed. */
export const NoExpiration = Number.POSITIVE_INFINITY
/** A§9 */
export const DEFAULT_LIFETIME: Millis = days(15)
const PREFIX = 'earshot_'

export type Shelf = {
  /** The account the value belongs to. A value stored with an owner is found only with the same owner. */
  owner?: string
  /** `session` uses sessionStorage, which ends with the tab. */
  area?: 'local' | 'session'
}

/** Stores a JSON value. If the browser refuses (private mode, quota), the value is kept in memory until the page is closed. */
export function store(key: string, value: unknown, shelf: Shelf & { lifetime?: Millis } = {}): void {
  const lifetime = shelf.lifetime ?? DEFAULT_LIFETIME
  const expires = lifetime === NoExpiration ? null : now() + lifetime
  const text = JSON.stringify({ value, expires })
  try {
    area(shelf).setItem(address(key, shelf), text)
    unsaved.delete(address(key, shelf))
  } catch {
    unsaved.set(address(key, shelf), text)
  }
}

/** Returns the stored value or undefined. An expired value is removed and not returned (A§5). */
export function recall(key: string, shelf: Shelf = {}): unknown {
  const kept = readable(rawText(key, shelf))
  if (!kept) return undefined
  if (kept.expires !== null && now() >= kept.expires) {
    forget(key, shelf)
    return undefined
  }
  return kept.value
}

/** Like `getItem`, but returns undefined when the stored value is not a string. */
export function recallText(key: string, shelf: Shelf = {}): string | undefined {
  const value = recall(key, shelf)
  return typeof value === 'string' ? value : undefined
}

export function forget(key: string, shelf: Shelf = {}): void {
  unsaved.delete(address(key, shelf))
  try {
    area(shelf).removeItem(address(key, shelf))
  } catch {
    // A browser without storage has nothing to remove.
  }
}

/** Returns the full key in the browser's storage, for comparing it with the key of a `storage` event. */
export const address = (key: string, { owner }: Shelf = {}): string => (owner ? `${PREFIX}${owner}_${key}` : PREFIX + key)

const unsaved = new Map<string, string>()

const area = (shelf: Shelf): Storage => (shelf.area === 'session' ? sessionStorage : localStorage)

function rawText(key: string, shelf: Shelf): string | null {
  const held = unsaved.get(address(key, shelf))
  if (held !== undefined) return held
  try {
    return area(shelf).getItem(address(key, shelf))
  } catch {
    return null
  }
}

function readable(text: string | null): { value: unknown; expires: number | null } | undefined {
  if (text === null) return undefined
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null || !('value' in kept) || !('expires' in kept)) return undefined
    const { value, expires } = kept
    return expires === null || typeof expires === 'number' ? { value, expires } : undefined
  } catch {
    return undefined
  }
}
