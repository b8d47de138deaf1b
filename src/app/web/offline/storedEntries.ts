import { MiB, days } from '#shared/units.ts'
import type { Bytes, Millis } from '#shared/units.ts'

/** How much of the library is stored for offline use; the least recently used data is deleted first. */
export const LIMITS = { recordings: 50, bytes: 20 * MiB, age: days(15) } as const
/**
 * The version of the stored data, set at build time from the contracts (build/pwa.ts). Data of other versions is deleted.
 * Increase the number by hand when the meaning of the data changes without a change of the contracts.
 */
export const SCHEMA_VERSION = `2-${String(import.meta.env?.['KEPT_SHAPE'] ?? '')}`

/** The metadata of one stored response. */
export type StoredEntry = {
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
export const getObsoleteChunkIds = (
  entries: readonly StoredEntry[],
  { id: head, set: currentSet }: Pick<StoredEntry, 'id' | 'set'>,
): string[] => entries.filter(({ list, set }) => list === head && set !== currentSet).map(({ id }) => id)

/** Returns the id prefix of all chunks of a set. */
export const getChunkIdPrefix = (list: string, set: string): string => `${list} #${set} `

type Viewer = { user: string | undefined; now: Millis }

/** Returns true when the entry may be shown to this user now. */
export const canShow = (entry: StoredEntry, { user, now }: Viewer): boolean =>
  entry.user === user && entry.shape === SCHEMA_VERSION && now - entry.at < LIMITS.age

/**
 * Returns the ids of the entries to delete: first those of other users and versions and those that are too old or too large on
 * their own; then whole recordings, least recently used first, until at most 50 recordings and 20 MB are left; then lists, if
 * they alone exceed the limit.
 */
export function selectEntriesToDelete(entries: readonly StoredEntry[], viewer: Viewer): string[] {
  const responses = groupResponses(entries)
  const remaining = responses.filter(({ head, size }) => canShow(head, viewer) && size <= LIMITS.bytes)
  const deleted = new Set(responses)
  for (const response of remaining) deleted.delete(response)
  let size = sumSizes(remaining)
  let recordings = new Set(remaining.flatMap(({ head }) => head.recording ?? [])).size
  for (const { of, isRecording } of sortByLastUse(remaining)) {
    if (size <= LIMITS.bytes && (recordings <= LIMITS.recordings || !isRecording)) continue
    for (const response of of) deleted.add(response)
    size -= sumSizes(of)
    if (isRecording) recordings -= 1
  }
  return [...deleted].flatMap(({ all }) => all.map(({ id }) => id))
}

type ResponseGroup = { head: StoredEntry; all: readonly StoredEntry[]; size: Bytes }

/** Groups responses with their chunks. Chunks that another page is still writing do not count because they will replace these. */
function groupResponses(entries: readonly StoredEntry[]): ResponseGroup[] {
  return [...Map.groupBy(entries, ({ list, id }) => list ?? id)].map(([id, all]) => {
    const head = all.find((entry) => entry.id === id) ?? all.reduce((a, b) => (b.at > a.at ? b : a))
    return { head, all, size: sumSizes(all.filter(({ set }) => set === head.set)) }
  })
}

const sumSizes = (all: readonly { size: Bytes }[]): Bytes => all.reduce((sum, { size }) => sum + size, 0)

/** Groups the responses of each recording, followed by the lists; both are sorted with the least recently used first. */
function sortByLastUse(responses: readonly ResponseGroup[]): { of: readonly ResponseGroup[]; isRecording: boolean }[] {
  const groups = Map.groupBy(responses, ({ head: { recording, id } }) => recording ?? `list ${id}`)
  return [...groups.values()]
    .map((of) => ({ of, isRecording: of[0]?.head.recording !== null, usedAt: Math.max(...of.map(({ head }) => head.usedAt)) }))
    .sort((a, b) => Number(b.isRecording) - Number(a.isRecording) || a.usedAt - b.usedAt)
}
