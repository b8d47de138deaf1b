import type { z } from 'zod'
import { holdAccount } from '#features/account/server.ts'
import { fitsStorage } from '#features/files/server.ts'
import { ownsFolders } from '#features/folders/server.ts'
import { mayUpload } from '#features/membership/server.ts'
import { UNNAMED, believedZone, isBelievableStart, usableTitle } from '#features/upload/server.ts'
import { hours, type Millis } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { MOST_UNFINISHED, type recorderContract } from '../contract.ts'
import { insertRecording, listOpen, readRecording } from './store.ts'

type Said = z.output<typeof recorderContract.begin.body>

/** Minimum free space to begin a recording, in bytes. Five hours of the browser's audio have 108 MB. */
const LEAST_ROOM = 1
/** How far a browser's clock may be ahead of the server's. */
const MOST_AHEAD = hours(26)

/**
 * Begins a recording. Beginning it again is allowed, because the response may have been lost. Returns the refusal otherwise.
 * Rejects with NotFound for a folder or a recording of another user.
 */
export async function beginRecording(
  ground: Ground,
  userId: string,
  said: Said,
): Promise<'begun' | 'noMember' | 'noRoom' | 'tooMuch' | 'accountFull' | 'recordingGone'> {
  const there = await readRecording(ground, userId, said.recording_id)
  if (there) return there.state === 'discarded' ? 'recordingGone' : 'begun'
  const folders = [...new Set(said.filetag_id_list ?? [])]
  if (!(await ownsFolders(ground, userId, folders))) throw new NotFound()
  if (!(await mayUpload(ground, userId))) return 'noMember'
  if ((await listOpen(ground, userId)).length >= MOST_UNFINISHED) return 'tooMuch'
  if ((await ground.blobs.room()) < LEAST_ROOM) return 'noRoom'
  if (!(await fitsStorage(ground, userId, LEAST_ROOM))) return 'accountFull'
  const now = ground.clock.now()
  const isNew = await ground.inOneStep(async (step) => {
    await holdAccount(step, userId)
    return insertRecording(step, {
      user_id: userId,
      recording_id: said.recording_id,
      filename: usableTitle(said.filename) ?? UNNAMED,
      start_time: new Date(believedStart(said.start_time, now.getTime())),
      timezone: believedZone(said.timezone),
      filetag_ids: folders,
      state: 'open',
      begun_at: now,
      heard_at: now,
      bytes: 0,
      duration_ms: 0,
      blob_key: null,
      made_of: null,
      tried: [],
    })
  })
  // Begun twice at once, or the id of another account's recording.
  if (!isNew && !(await readRecording(ground, userId, said.recording_id))) throw new NotFound()
  return 'begun'
}

/** Returns the start time sent by the browser if it is plausible, and `now` otherwise. */
function believedStart(said: Millis, now: Millis): Millis {
  const at = Math.round(said)
  return isBelievableStart(at) && at <= now + MOST_AHEAD ? at : now
}
