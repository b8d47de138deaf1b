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

/** Deletions a library remembers for pages that have been away. */
const MOST_DELETIONS = 10_000

/** Has every library forget its oldest deletions but so many, one library at a time. */
export async function forgetOldDeletions(ground: Ground, most: number = MOST_DELETIONS): Promise<void> {
  for (const userId of await listForgetful(ground, most)) await ground.inOneStep((step) => forgetAllBut(step, userId, most))
}

/**
 * An entity tag of the library: it changes with every change to it, whatever list of it was asked for, is nobody else's, and
 * is not that of another version, which may say more of a recording.
 */
export async function libraryTag(ground: Ground, userId: string): Promise<string> {
  const state = await readState(ground, userId)
  return `${VERSION}.${state ? `${state.born}.${state.rev}` : `${userId}.none`}`
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
    next: last ? `${last.at}.${last.file_id}` : null,
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
  const counts = toCounts(await readCounts(ground, userId))
  // Looked at again after reading: deletions may have been forgotten in between.
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

/** All of the latest revision, or of an earlier one up to a recording. Who never had a recording has a library without a number. */
function stampOf(state: LibraryState | undefined, upTo?: ChangePlace): string {
  if (!state) return 'none'
  return upTo ? `${state.born}.${upTo.rev}.${upTo.fileId}` : `${state.born}.${state.rev}`
}

/** The place a stamp names, or undefined where all must be read anew. */
function changePlace(stamp: string, state: LibraryState | undefined): ChangePlace | undefined {
  if (!state) return stamp === 'none' ? { rev: 0, fileId: '' } : undefined
  if (stamp === 'none') return state.forgotten_rev === 0 ? { rev: 0, fileId: '' } : undefined
  const [born, rev, fileId] = stamp.split('.')
  const told = Number(rev)
  if (born !== state.born || !Number.isSafeInteger(told) || told > state.rev) return undefined
  // Of a revision told in part, deletions that were to be told next may be among those forgotten.
  if (fileId !== undefined) return told > state.forgotten_rev ? { rev: told, fileId } : undefined
  return told >= state.forgotten_rev ? { rev: told + 1, fileId: '' } : undefined
}

/** A mark nobody was given leads to the first page. */
function pagePlace(mark: string): PagePlace | undefined {
  const [, at, fileId = ''] = /^(-?\d{1,16})\.(.+)$/.exec(mark) ?? []
  return at === undefined ? undefined : { at: Number(at), fileId }
}
