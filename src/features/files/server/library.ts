import type { Ground } from '#platform/ground.ts'
import { LIBRARY_PAGE_MOST } from '../contract.ts'
import type { LibraryCounts, LibraryRow } from '../contract.ts'
import {
  type ChangePlace,
  type LibraryState,
  type PagePlace,
  readChanges,
  readCounts,
  readPage,
  readState,
} from './storeLibrary.ts'
import { toCounts, toLibraryRow } from './wire.ts'

type LibraryPage = { stamp: string; counts: LibraryCounts; files: LibraryRow[]; next: string | null }
type LibraryChanges = {
  stamp: string
  starts_over: boolean
  counts: LibraryCounts
  files: LibraryRow[]
  gone: string[]
  more: boolean
}

/** An entity tag of the library: it changes with every change to it, whatever list of it was asked for. */
export async function libraryTag(ground: Ground, userId: string): Promise<string> {
  const state = await readState(ground, userId)
  return state ? `${state.born}.${state.rev}` : 'none'
}

/** One page of the library, newest first. @NOTE The stamp is read before the rows: what changes in between is told twice, never not at all. */
export async function readLibraryPage(
  ground: Ground,
  userId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<LibraryPage> {
  const state = await readState(ground, userId)
  const rows = await readPage(ground, userId, after === undefined ? undefined : pagePlace(after), limit)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    stamp: stampOf(state),
    counts: toCounts(await readCounts(ground, userId)),
    files: rows.map(toLibraryRow),
    next: last ? `${last.start_time.getTime()}.${last.file_id}` : null,
  }
}

/** What has changed since a stamp; `starts_over` where the stamp is of another library, or older than the deletions still known. */
export async function readLibraryChanges(
  ground: Ground,
  userId: string,
  since: string,
  limit: number = LIBRARY_PAGE_MOST,
): Promise<LibraryChanges> {
  const state = await readState(ground, userId)
  const place = changePlace(since, state)
  const changes = place && state ? await readChanges(ground, userId, place, limit) : []
  const last = changes.length === limit ? changes.at(-1) : undefined
  return {
    stamp: stampOf(state, last && { rev: last.rev, fileId: last.file_id }),
    starts_over: place === undefined,
    counts: toCounts(await readCounts(ground, userId)),
    files: changes.flatMap(({ file }) => (file ? [toLibraryRow(file)] : [])),
    gone: changes.flatMap(({ file, file_id }) => (file ? [] : [file_id])),
    more: last !== undefined,
  }
}

/** All of the latest revision, or of an earlier one up to a recording. Who never had a recording has a library without a number. */
function stampOf(state: LibraryState | undefined, upTo?: ChangePlace): string {
  if (!state) return 'none'
  return upTo ? `${state.born}.${upTo.rev}.${upTo.fileId}` : `${state.born}.${state.rev}`
}

/** The place a stamp names, or undefined where all must be read anew. */
function changePlace(stamp: string, state: LibraryState | undefined): ChangePlace | undefined {
  if (!state) return stamp === 'none' ? { rev: 0, fileId: '' } : undefined
  if (stamp === 'none') return state.forgotten_rev === 0 ? { rev: 0, fileId: '' } : undefined
  const [born, rev, fileId = LAST] = stamp.split('.')
  const told = Number(rev)
  const isKnown = born === state.born && Number.isSafeInteger(told) && told >= state.forgotten_rev && told <= state.rev
  return isKnown ? { rev: told, fileId } : undefined
}

/** After every id of its revision. */
const LAST = '~'

/** A mark nobody was given leads to the first page. */
function pagePlace(mark: string): PagePlace | undefined {
  const [start, fileId = ''] = mark.split('.')
  const at = new Date(Number(start))
  return Number.isNaN(at.getTime()) ? undefined : { start: at, fileId }
}
