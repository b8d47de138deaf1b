import { MiB, days } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'

/** How much of the library one may read offline; what was read longest ago goes first. */
export const LIMITS = { recordings: 50, bytes: 20 * MiB, age: days(15) } as const
/**
 * What an answer looks like: set when the page is built, from the contracts (vite/pwa.ts). What a page of other contracts kept
 * is dropped. The number before it is raised by hand when the same contract means something else.
 */
export const SHAPE = `1-${String(import.meta.env?.['KEPT_SHAPE'] ?? '')}`

/** What is known of one kept answer without reading it. */
export type Entry = {
  /** The user's id and the question. */
  readonly id: string
  readonly user: string
  readonly shape: string
  /** The recording it belongs to; null for lists. */
  readonly recording: string | null
  /** When the server said it, and when it was last read or shown. */
  readonly at: Millis
  readonly usedAt: Millis
  /** Of its text, in characters. */
  readonly size: Bytes
}

type Today = { user: string | undefined; now: Millis }

/** True when it may be shown to this user now. */
export const mayShow = (entry: Entry, { user, now }: Today): boolean =>
  entry.user === user && entry.shape === SHAPE && now - entry.at < LIMITS.age

/**
 * Ids of what must go: all of other users, of other shapes, too old or too large by themselves; then whole recordings, the one used longest ago first,
 * until no more than fifty and twenty megabytes are left; then lists, if these alone are too much.
 */
export function whatToDrop(entries: readonly Entry[], today: Today): string[] {
  const dropped = new Set(entries.filter((entry) => !mayShow(entry, today) || entry.size > LIMITS.bytes).map(({ id }) => id))
  const stays = entries.filter(({ id }) => !dropped.has(id))
  let size = stays.reduce((sum, entry) => sum + entry.size, 0)
  let recordings = new Set(stays.flatMap(({ recording }) => recording ?? [])).size
  for (const { of, isRecording } of byAge(stays)) {
    if (size <= LIMITS.bytes && (recordings <= LIMITS.recordings || !isRecording)) continue
    for (const entry of of) dropped.add(entry.id)
    size -= of.reduce((sum, entry) => sum + entry.size, 0)
    if (isRecording) recordings -= 1
  }
  return [...dropped]
}

/** Recordings with all that belongs to them, then each list by itself; within both the longest unused first. */
function byAge(entries: readonly Entry[]): { of: readonly Entry[]; isRecording: boolean }[] {
  const groups = Map.groupBy(entries, ({ recording, id }) => recording ?? `list ${id}`)
  return [...groups.values()]
    .map((of) => ({ of, isRecording: of[0]?.recording !== null, usedAt: Math.max(...of.map(({ usedAt }) => usedAt)) }))
    .sort((a, b) => Number(b.isRecording) - Number(a.isRecording) || a.usedAt - b.usedAt)
}
