import { MiB, days } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'

/** How much of the library is stored for offline use; the least recently used data is deleted first. */
export const LIMITS = { recordings: 50, bytes: 20 * MiB, age: days(15) } as const
/**
 * The version of the stored data, set at build time from the contracts (build/pwa.ts). Data of other versions is deleted.
 * Increase the number by hand when the meaning of the data changes without a change of the contracts.
 */
export const SHAPE = `2-${String(import.meta.env?.['KEPT_SHAPE'] ?? '')}`

/** The metadata of one stored response. */
export type Entry = {
  /** The id of the user and the query hash. */
  readonly id: string
  readonly user: string
  readonly shape: string
  /** The recording it belongs to; null for lists. */
  readonly recording: string | null
  /** When the response was received, and when it was last written or shown. */
  readonly at: Millis
  readonly usedAt: Millis
  /** The length of its text in characters. */
  readonly size: Bytes
  /** For a chunk of a long list: the id of its head. A chunk is deleted together with its list only. */
  readonly list?: string
  /** For a long list and its chunks: the page that wrote them. Chunks of other pages are not read with this head. */
  readonly set?: string
}

/** Returns the ids of the chunks that a new head makes obsolete. */
export const whatItReplaces = (entries: readonly Entry[], { id: head, set: now }: Pick<Entry, 'id' | 'set'>): string[] =>
  entries.filter(({ list, set }) => list === head && set !== now).map(({ id }) => id)

/** Returns the id prefix of all chunks of a set. */
export const piecesOf = (list: string, set: string): string => `${list} #${set} `

type Today = { user: string | undefined; now: Millis }

/** Returns true when the entry may be shown to this user now. */
export const mayShow = (entry: Entry, { user, now }: Today): boolean =>
  entry.user === user && entry.shape === SHAPE && now - entry.at < LIMITS.age

/**
 * Returns the ids of the entries to delete: first those of other users and versions and those that are too old or too large on
 * their own; then whole recordings, least recently used first, until at most 50 recordings and 20 MB are left; then lists, if
 * they alone exceed the limit.
 */
export function whatToDrop(entries: readonly Entry[], today: Today): string[] {
  const answers = answersOf(entries)
  const stays = answers.filter(({ head, size }) => mayShow(head, today) && size <= LIMITS.bytes)
  const dropped = new Set(answers)
  for (const answer of stays) dropped.delete(answer)
  let size = sizeOf(stays)
  let recordings = new Set(stays.flatMap(({ head }) => head.recording ?? [])).size
  for (const { of, isRecording } of byAge(stays)) {
    if (size <= LIMITS.bytes && (recordings <= LIMITS.recordings || !isRecording)) continue
    for (const answer of of) dropped.add(answer)
    size -= sizeOf(of)
    if (isRecording) recordings -= 1
  }
  return [...dropped].flatMap(({ all }) => all.map(({ id }) => id))
}

type Answer = { head: Entry; all: readonly Entry[]; size: Bytes }

/** Groups responses with their chunks. Chunks that another page is still writing do not count because they will replace these. */
function answersOf(entries: readonly Entry[]): Answer[] {
  return [...Map.groupBy(entries, ({ list, id }) => list ?? id)].map(([id, all]) => {
    const head = all.find((entry) => entry.id === id) ?? all.reduce((a, b) => (b.at > a.at ? b : a))
    return { head, all, size: sizeOf(all.filter(({ set }) => set === head.set)) }
  })
}

const sizeOf = (all: readonly { size: Bytes }[]): Bytes => all.reduce((sum, { size }) => sum + size, 0)

/** Groups the responses of each recording, followed by the lists; both are sorted with the least recently used first. */
function byAge(answers: readonly Answer[]): { of: readonly Answer[]; isRecording: boolean }[] {
  const groups = Map.groupBy(answers, ({ head: { recording, id } }) => recording ?? `list ${id}`)
  return [...groups.values()]
    .map((of) => ({ of, isRecording: of[0]?.head.recording !== null, usedAt: Math.max(...of.map(({ head }) => head.usedAt)) }))
    .sort((a, b) => Number(b.isRecording) - Number(a.isRecording) || a.usedAt - b.usedAt)
}
