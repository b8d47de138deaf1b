import { z } from 'zod'
import { VERSION } from '#platform/config/version.ts'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { LIBRARY_PAGE_MOST } from '../contract.ts'
import type { LibraryCounts, LibraryRow } from '../contract.ts'
import {
  type ChangePlace,
  type LibraryState,
  type PagePlace,
  forgetAllBut,
  listForgetful,
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

export const forgetDeletions = job('files.forget-deletions', z.object({}), { attempts: 3 })

/** Number of deletions that a library keeps for pages that were offline. */
const MOST_DELETIONS = 10_000

/** Deletes the oldest deletion records of every library beyond `max`, one library at a time. */
export async function forgetOldDeletions(ground: Ground, most: number = MOST_DELETIONS): Promise<void> {
  for (const userId of await listForgetful(ground, most)) await ground.inOneStep((step) => forgetAllBut(step, userId, most))
}

/**
 * Returns the entity tag of the library. It changes with every change, whatever list is requested, is unique per account, and
 * differs between server versions, because a new version may return more fields.
 */
export async function libraryTag(ground: Ground, userId: string): Promise<string> {
  const state = await readState(ground, userId)
  return `${VERSION}.${state ? `${state.born}.${state.rev}` : `${userId}.none`}`
}

/**
 * Returns one page of the library, newest first. @NOTE The token is read before the rows, so that changes in between are reported
 * twice and never missed.
 */
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
    next: last ? `${last.at}.${last.file_id}` : null,
  }
}

/**
 * Returns what has changed since a sync token. `starts_over` is true when the token belongs to another library or is older than
 * the deletions still stored.
 */
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
  const counts = toCounts(await readCounts(ground, userId))
  // Checked again after reading, because deletions may have been pruned in between.
  const isKnown = place && changePlace(since, await readState(ground, userId))
  if (!isKnown) return { stamp: stampOf(state), starts_over: true, counts, files: [], gone: [], more: false }
  return {
    stamp: stampOf(state, last && { rev: last.rev, fileId: last.file_id }),
    starts_over: false,
    counts,
    files: changes.flatMap(({ file }) => (file ? [toLibraryRow(file)] : [])),
    gone: changes.flatMap(({ file, file_id }) => (file ? [] : [file_id])),
    more: last !== undefined,
  }
}

/**
 * Returns the token for the latest revision, or for a position within an earlier one. A user without recordings has a library
 * without an id.
 */
function stampOf(state: LibraryState | undefined, upTo?: ChangePlace): string {
  if (!state) return 'none'
  return upTo ? `${state.born}.${upTo.rev}.${upTo.fileId}` : `${state.born}.${state.rev}`
}

/** Returns the position in a sync token, or undefined when everything must be read again. */
function changePlace(stamp: string, state: LibraryState | undefined): ChangePlace | undefined {
  if (!state) return stamp === 'none' ? { rev: 0, fileId: '' } : undefined
  if (stamp === 'none') return state.forgotten_rev === 0 ? { rev: 0, fileId: '' } : undefined
  const [born, rev, fileId] = stamp.split('.')
  const told = Number(rev)
  if (born !== state.born || !Number.isSafeInteger(told) || told > state.rev) return undefined
  // Within a partly reported revision, the next deletions may be among those pruned.
  if (fileId !== undefined) return told > state.forgotten_rev ? { rev: told, fileId } : undefined
  return told >= state.forgotten_rev ? { rev: told + 1, fileId: '' } : undefined
}

/** Parses a cursor. An invalid one leads to the first page. */
function pagePlace(mark: string): PagePlace | undefined {
  const [, at, fileId = ''] = /^(-?\d{1,16})\.(.+)$/.exec(mark) ?? []
  return at === undefined ? undefined : { at: Number(at), fileId }
}
