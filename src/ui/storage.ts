import { days } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { now } from './time.ts'

/** Names fixed by the specification (A§3, A§9) and those of our own: the theme, the browser's tag, what may be counted, its name before the desktop program. */
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
  /** Of the shell's dialogs: which announcements and offers somebody has seen, whether 24 hours were told, no breaks here. */
  announcements: 'announcements',
  offers: 'offers',
  longTranscription: 'long_transcription',
  noBreaks: 'no_breaks',
} as const
/** For `lifetime`: kept until it is removed. */
export const NoExpiration = Number.POSITIVE_INFINITY
/** A§9 */
export const DEFAULT_LIFETIME: Millis = days(15)
const PREFIX = 'earshot_'

export type Shelf = {
  /** Whose value it is; a value kept with an owner is not found without. */
  owner?: string
  /** `session` ends with the tab. */
  area?: 'local' | 'session'
}

/** Keeps any JSON value. Where the browser refuses (private mode, full), it is kept for as long as the page lives. */
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

/** What was kept, or undefined. A value whose time has passed is removed and not returned (A§5). */
export function recall(key: string, shelf: Shelf = {}): unknown {
  const kept = readable(rawText(key, shelf))
  if (!kept) return undefined
  if (kept.expires !== null && now() >= kept.expires) {
    forget(key, shelf)
    return undefined
  }
  return kept.value
}

/** `recall` for a word: undefined when something else was kept. */
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

/** The name a value bears in the browser, to recognise it in a `storage` event. */
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
