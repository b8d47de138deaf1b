import { z } from 'zod'
import { VERSION } from '#platform/config/version.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { LIBRARY_PAGE_MAX } from '../contract.ts'
import type { LibraryCounts, LibraryRow } from '../contract.ts'
import {
  type ChangePosition,
  type LibraryState,
  type PageCursor,
  deleteOldestDeletions,
  listUsersToPrune,
  readChanges,
  readCounts,
  readPage,
  readState,
} from './storeLibrary.ts'
import { toLibraryRow } from './rowFields.ts'
import { toCounts } from './wire.ts'

type LibraryPage = { sync_token: string; counts: LibraryCounts; files: LibraryRow[]; next: string | null }
type LibraryChanges = {
  sync_token: string
  starts_over: boolean
  counts: LibraryCounts
  files: LibraryRow[]
  gone: string[]
  more: boolean
}

export const pruneDeletionsJob = job('files.prune-deletions', z.object({}), { attempts: 3 })

/** Number of deletions that a library keeps for pages that were offline. */
const MAX_DELETIONS = 10_000

/** Deletes the oldest deletion records of every library beyond `max`, one library at a time. */
export async function pruneOldDeletions(ctx: AppContext, max: number = MAX_DELETIONS): Promise<void> {
  for (const userId of await listUsersToPrune(ctx, max)) await ctx.transaction((tx) => deleteOldestDeletions(tx, userId, max))
}

/**
 * Returns the entity tag of the library. It changes with every change, whatever list is requested, is unique per account, and
 * differs between server versions, because a new version may return more fields.
 */
export async function libraryTag(ctx: AppContext, userId: string): Promise<string> {
  const state = await readState(ctx, userId)
  return `${VERSION}.${state ? `${state.library_id}.${state.rev}` : `${userId}.none`}`
}

/**
 * Returns one page of the library, newest first. @NOTE The token is read before the rows, so that changes in between are reported
 * twice and never missed.
 */
export async function readLibraryPage(
  ctx: AppContext,
  userId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<LibraryPage> {
  const state = await readState(ctx, userId)
  const rows = await readPage(ctx, userId, after === undefined ? undefined : parseCursor(after), limit)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    sync_token: toSyncToken(state),
    counts: toCounts(await readCounts(ctx, userId)),
    files: rows.map(toLibraryRow),
    next: last ? `${last.at}.${last.file_id}` : null,
  }
}

/**
 * Returns what has changed since a sync token. `starts_over` is true when the token belongs to another library or is older than the
 * stored deletions.
 */
export async function readLibraryChanges(
  ctx: AppContext,
  userId: string,
  since: string,
  limit: number = LIBRARY_PAGE_MAX,
): Promise<LibraryChanges> {
  const state = await readState(ctx, userId)
  const position = parseSyncToken(since, state)
  const changes = position && state ? await readChanges(ctx, userId, position, limit) : []
  const last = changes.length === limit ? changes.at(-1) : undefined
  const counts = toCounts(await readCounts(ctx, userId))
  // Checked again after reading, because deletions may have been pruned in between.
  const isKnown = position && parseSyncToken(since, await readState(ctx, userId))
  if (!isKnown) return { sync_token: toSyncToken(state), starts_over: true, counts, files: [], gone: [], more: false }
  return {
    sync_token: toSyncToken(state, last && { rev: last.rev, fileId: last.file_id }),
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
function toSyncToken(state: LibraryState | undefined, upTo?: ChangePosition): string {
  if (!state) return 'none'
  return upTo ? `${state.library_id}.${upTo.rev}.${upTo.fileId}` : `${state.library_id}.${state.rev}`
}

/** Returns the position in a sync token, or undefined when everything must be read again. */
function parseSyncToken(syncToken: string, state: LibraryState | undefined): ChangePosition | undefined {
  if (!state) return syncToken === 'none' ? { rev: 0, fileId: '' } : undefined
  if (syncToken === 'none') return state.pruned_rev === 0 ? { rev: 0, fileId: '' } : undefined
  const [libraryId, rev, fileId] = syncToken.split('.')
  const revision = Number(rev)
  if (libraryId !== state.library_id || !Number.isSafeInteger(revision) || revision > state.rev) return undefined
  // Within a partly reported revision, the next deletions may be among those pruned.
  if (fileId !== undefined) return revision > state.pruned_rev ? { rev: revision, fileId } : undefined
  return revision >= state.pruned_rev ? { rev: revision + 1, fileId: '' } : undefined
}

/** Parses a cursor. An invalid one leads to the first page. */
function parseCursor(cursor: string): PageCursor | undefined {
  const [, at, fileId = ''] = /^(-?\d{1,16})\.(.+)$/.exec(cursor) ?? []
  return at === undefined ? undefined : { at: Number(at), fileId }
}
