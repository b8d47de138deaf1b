import type { z } from 'zod'
import { lockAccountForShare } from '#features/account/server.ts'
import { hasStorageFor } from '#features/files/server.ts'
import { ownsFolders } from '#features/folders/server.ts'
import { hasRight } from '#features/membership/server.ts'
import { DEFAULT_TITLE } from '#features/upload/rules.ts'
import { plausibleTimezone, isPlausibleStart, cleanTitle } from '#features/upload/server.ts'
import { hours, type Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { MAX_UNFINISHED, type recorderContract } from '../contract.ts'
import { insertRecording, listOpen, readRecording } from './store.ts'

type BeginInput = z.output<typeof recorderContract.begin.body>

/** Minimum free space to begin a recording, in bytes. Five hours of the browser's audio have 108 MB. */
const MIN_FREE_SPACE = 1
/** How far a browser's clock may be ahead of the server's. */
const MAX_CLOCK_SKEW = hours(26)

/**
 * Begins a recording. Beginning it again is allowed, because the response may have been lost. Rejects with NotFound for a folder or a recording of another user.
 */
export async function beginRecording(
  ctx: AppContext,
  userId: string,
  input: BeginInput,
): Promise<{ refused: 'noMember' | 'noRoom' | 'tooMuch' | 'accountFull' | 'recordingDeleted' } | undefined> {
  const existing = await readRecording(ctx, userId, input.recording_id)
  if (existing) return existing.state === 'discarded' ? { refused: 'recordingDeleted' } : undefined
  if (!(await hasRight(ctx, userId, 'upload'))) return { refused: 'noMember' }
  const folders = [...new Set(input.filetag_id_list ?? [])]
  if (!(await ownsFolders(ctx, userId, folders))) throw new NotFound()
  if ((await listOpen(ctx, userId)).length >= MAX_UNFINISHED) return { refused: 'tooMuch' }
  if ((await ctx.blobs.availableBytes()) < MIN_FREE_SPACE) return { refused: 'noRoom' }
  if (!(await hasStorageFor(ctx, userId, MIN_FREE_SPACE))) return { refused: 'accountFull' }
  const now = ctx.clock.now()
  const startTime = new Date(plausibleStart(input.start_time, now.getTime()))
  const isInserted = await ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, userId)
    return insertRecording(tx, {
      user_id: userId,
      recording_id: input.recording_id,
      filename: cleanTitle(input.filename) ?? DEFAULT_TITLE,
      start_time: startTime,
      timezone: plausibleTimezone(input.timezone, startTime),
      filetag_ids: folders,
      state: 'open',
      begun_at: now,
      last_piece_at: now,
      bytes: 0,
      duration_ms: 0,
      blob_key: null,
      piece_count: null,
      tried: [],
    })
  })
  // Either concurrent calls began the same recording, or the id belongs to another account.
  if (!isInserted && !(await readRecording(ctx, userId, input.recording_id))) throw new NotFound()
  return undefined
}

/** Returns the start time sent by the browser if it is plausible, and `now` otherwise. */
function plausibleStart(value: Millis, now: Millis): Millis {
  const time = Math.round(value)
  return isPlausibleStart(time) && time <= now + MAX_CLOCK_SKEW ? time : now
}
