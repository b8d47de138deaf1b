import { MiB, days } from '#kit/units.ts'
import type { Bytes, Millis } from '#kit/units.ts'

/** How much of the library one may read offline; what was read longest ago goes first. */
export const LIMITS = { recordings: 50, bytes: 20 * MiB, age: days(15) } as const
/**
 * What an answer looks like: set when the page is built, from the contracts (vite/pwa.ts). What a page of other contracts kept
 * is dropped. The number before it is raised by hand when the same contract means something else.
 */
export const SHAPE = `2-${String(import.meta.env?.['KEPT_SHAPE'] ?? '')}`

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
  /** Of a piece of a long list: the id of the list, its head. A piece goes with its list and never by itself. */
  readonly list?: string
  /** Of a long list and its pieces: the page that wrote them. Pieces another page wrote are not read with this head. */
  readonly set?: string
}

/** Ids of the pieces a list no longer has once its head is this one. */
export const whatItReplaces = (entries: readonly Entry[], { id: head, set: now }: Pick<Entry, 'id' | 'set'>): string[] =>
  entries.filter(({ list, set }) => list === head && set !== now).map(({ id }) => id)

/** What the ids of all pieces of a set begin with. */
export const piecesOf = (list: string, set: string): string => `${list} #${set} `

type Today = { user: string | undefined; now: Millis }

/** True when it may be shown to this user now. */
export const mayShow = (entry: Entry, { user, now }: Today): boolean =>
  entry.user === user && entry.shape === SHAPE && now - entry.at < LIMITS.age

/**
 * Ids of what must go: all of other users, of other shapes, too old or too large by themselves; then whole recordings, the one used longest ago first,
 * until no more than fifty and twenty megabytes are left; then lists, if these alone are too much.
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

/** Each answer with its pieces. Those another page is still writing are not counted: they take the place of these. */
function answersOf(entries: readonly Entry[]): Answer[] {
  return [...Map.groupBy(entries, ({ list, id }) => list ?? id)].map(([id, all]) => {
    const head = all.find((entry) => entry.id === id) ?? all.reduce((a, b) => (b.at > a.at ? b : a))
    return { head, all, size: sizeOf(all.filter(({ set }) => set === head.set)) }
  })
}

const sizeOf = (all: readonly { size: Bytes }[]): Bytes => all.reduce((sum, { size }) => sum + size, 0)

/** Recordings with all that belongs to them, then each list by itself; within both the longest unused first. */
function byAge(answers: readonly Answer[]): { of: readonly Answer[]; isRecording: boolean }[] {
  const groups = Map.groupBy(answers, ({ head: { recording, id } }) => recording ?? `list ${id}`)
  return [...groups.values()]
    .map((of) => ({ of, isRecording: of[0]?.head.recording !== null, usedAt: Math.max(...of.map(({ head }) => head.usedAt)) }))
    .sort((a, b) => Number(b.isRecording) - Number(a.isRecording) || a.usedAt - b.usedAt)
}
