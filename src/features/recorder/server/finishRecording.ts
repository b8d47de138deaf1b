import { z } from 'zod'
import { lockAccountForShare } from '#features/account/server.ts'
import { SCENES } from '#features/files/contract.ts'
import { EXTRA_DATA_BYTES } from '#features/files/rules.ts'
import { type FileRecord, createFile, readFileOfBlob } from '#features/files/server.ts'
import { lockOwnedFolders } from '#features/folders/server.ts'
import { DEFAULT_TITLE } from '#features/upload/rules.ts'
import { cleanTitle, refusalOfAudioError } from '#features/upload/server.ts'
import { blobAudioSource } from '#platform/audio/AudioSource.ts'
import { BlobError, type BlobInfo } from '#platform/blobs/blobs.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { probeAudio } from '#platform/audio/probeAudio.ts'
import { type AudioInfo, AudioError } from '#platform/audio/audio.ts'
import type { Marker } from '../contract.ts'
import { ABANDONED_AFTER } from '../contract.ts'
import { countContiguousPieces } from '../rules.ts'
import { deleteLiveWords } from './live/storeLive.ts'
import { joinPieces, recordingKey, piecesFolder } from './pieceBlobs.ts'
import {
  type RecordingRow,
  listPieces,
  lockRecording,
  recordAttempt,
  readRecording,
  updateRecording,
  deletePieces,
  listAbandoned,
} from './store.ts'
import { job, type JobRun } from '#platform/jobs/jobs.ts'

export type FinishInput = {
  readonly pieces?: number | null | undefined
  readonly filename?: string | null | undefined
  readonly filetag_id_list?: readonly string[] | null | undefined
  readonly markers?: readonly Marker[] | null | undefined
}

type FinishRefusal =
  /** More pieces may still arrive. */
  | 'pieceMissing'
  /** Discarded, or its file was deleted. */
  | 'recordingDeleted'
  /** Shorter than a second, and therefore discarded. */
  | 'tooShort'
  /** Without audio; the pieces stay. */
  | 'notSound'
  | 'tooLong'
  | 'noRoom'
type FinishResult = FileRecord | { refused: FinishRefusal }

/** Recordings being finished by this process. A repeated request waits for the same result. */
const inProgress = new Map<string, Promise<FinishResult>>()

/**
 * Creates a file from the pieces of a recording. Repeated and concurrent calls return the same file. The pieces are deleted only
 * once the file exists. Rejects with NotFound.
 */
export async function finishRecording(
  ctx: AppContext,
  userId: string,
  recordingId: string,
  input: FinishInput,
): Promise<FinishResult> {
  const recording = await readRecording(ctx, userId, recordingId)
  if (!recording) throw new NotFound()
  if (recording.state === 'filed') return existingFile(ctx, recording)
  if (recording.state === 'discarded') return { refused: 'recordingDeleted' }
  const numbers = (await listPieces(ctx, recording)).map(({ number }) => number)
  if (input.pieces && countContiguousPieces(numbers) < input.pieces) return { refused: 'pieceMissing' }
  const result =
    inProgress.get(recordingId) ?? createFileFromPieces(ctx, recording, input).finally(() => inProgress.delete(recordingId))
  inProgress.set(recordingId, result)
  return result
}

const existingFile = async (ctx: AppContext, { user_id, blob_key }: RecordingRow): Promise<FinishResult> =>
  (blob_key && (await readFileOfBlob(ctx, user_id, blob_key))) || { refused: 'recordingDeleted' }

async function createFileFromPieces(ctx: AppContext, recording: RecordingRow, input: FinishInput): Promise<FinishResult> {
  for (;;) {
    const pieces = await listPieces(ctx, recording)
    if (pieces.length === 0) return discardTooShort(ctx, recording)
    const totalBytes = pieces.reduce((total, { bytes }) => total + bytes, 0)
    const key = recordingKey(recording.user_id, ctx.clock.now())
    await recordAttempt(ctx, recording, key)
    try {
      const info = await ctx.blobs.put(key, joinPieces(ctx.blobs, recording, pieces), totalBytes)
      const probe = await probeAudio(await blobAudioSource(ctx.blobs, key))
      const saved = await saveFile(ctx, recording, input, { info, probe, pieces: pieces.length })
      if (saved !== 'more') {
        if ('refused' in saved || saved.blob_key !== key) await ctx.blobs.delete(key)
        return saved
      }
      await ctx.blobs.delete(key)
    } catch (error) {
      const current = await readRecording(ctx, recording.user_id, recording.recording_id)
      // Another process finished it and deleted the pieces during the read, or this commit succeeded without a response.
      if (current?.state === 'filed') return existingFile(ctx, current)
      // @NOTE Nothing is deleted after a failed transaction, because it may have been committed. The key stays in `tried`.
      if (error instanceof BlobError && error.kind === 'no-room') return { refused: 'noRoom' }
      if (!(error instanceof AudioError)) throw error
      await ctx.blobs.delete(key)
      const refused = refusalOfAudioError(error)
      return refused === 'tooShort' ? discardTooShort(ctx, recording) : { refused }
    }
  }
}

type JoinedAudio = { readonly info: BlobInfo; readonly probe: AudioInfo; readonly pieces: number }

/**
 * Creates the file, updates the recording and schedules the deletion of its pieces in one transaction. Returns `more` when pieces
 * have arrived in the meantime.
 */
const saveFile = (
  ctx: AppContext,
  recording: RecordingRow,
  input: FinishInput,
  joined: JoinedAudio,
): Promise<FinishResult | 'more'> =>
  ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, recording.user_id)
    const locked = await lockRecording(tx, recording)
    if (locked?.state === 'filed') return existingFile(tx, locked)
    if (locked?.state !== 'open') return { refused: 'recordingDeleted' }
    if ((await listPieces(tx, locked)).length > joined.pieces) return 'more'
    await deleteLiveWords(tx, locked)
    const file = await createFile(tx, await toFileDraft(tx, locked, input, joined))
    await updateRecording(tx, locked, { state: 'filed', blob_key: file.blob_key, piece_count: joined.pieces })
    await tx.jobs.send(clearRecordingJob, { userId: locked.user_id, recordingId: locked.recording_id })
    return file
  })

async function toFileDraft(tx: AppContext, recording: RecordingRow, input: FinishInput, { info, probe }: JoinedAudio) {
  const markers = fitMarkers((input.markers ?? []).toSorted((a, b) => a.at - b.at))
  return {
    userId: recording.user_id,
    filename: input.filename ? (cleanTitle(input.filename) ?? DEFAULT_TITLE) : recording.filename,
    sound: { kind: probe.kind, duration: probe.duration, blobKey: info.key, bytes: info.size, md5: info.md5 },
    scene: SCENES.recorder,
    startTime: recording.start_time,
    timezone: recording.timezone,
    // A folder deleted during the recording is ignored; the file is then in no folder.
    filetagIds: await lockOwnedFolders(tx, recording.user_id, [...new Set(input.filetag_id_list ?? recording.filetag_ids)]),
    ...(markers.length > 0 && { extraData: { markers } }),
  }
}

/** Returns the first markers, as many as fit into the extra data of a recording. */
function fitMarkers(markers: readonly Marker[]): Marker[] {
  let bytes = JSON.stringify({ markers: [] }).length
  return markers.filter((marker) => (bytes += Buffer.byteLength(JSON.stringify(marker)) + 1) <= EXTRA_DATA_BYTES)
}

/** A recording shorter than a second is discarded. */
async function discardTooShort(ctx: AppContext, recording: RecordingRow): Promise<{ refused: 'tooShort' }> {
  await discardRecording(ctx, recording.user_id, recording.recording_id)
  return { refused: 'tooShort' }
}

/** Discards an open recording. Does nothing when it is already a file or discarded. Rejects with NotFound. */
export const discardRecording = (ctx: AppContext, userId: string, recordingId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const locked = await lockRecording(tx, { user_id: userId, recording_id: recordingId })
    if (!locked) throw new NotFound()
    if (locked.state !== 'open') return
    await deleteLiveWords(tx, locked)
    await updateRecording(tx, locked, { state: 'discarded' })
    await tx.jobs.send(clearRecordingJob, { userId, recordingId })
  })

export const clearRecordingJob = job('recorder.clear', z.object({ userId: z.string(), recordingId: z.string() }), {
  attempts: 10,
})

/**
 * Deletes the pieces and failed merge attempts of a recording that has ended. The row stays, so that a repeated request gets the
 * same response. Does nothing while the recording is open.
 */
export async function clearEndedRecording(
  ctx: AppContext,
  { userId, recordingId }: { userId: string; recordingId: string },
): Promise<void> {
  const recording = await readRecording(ctx, userId, recordingId)
  if (!recording || recording.state === 'open') return
  for (const key of recording.tried) if (key !== recording.blob_key) await ctx.blobs.delete(key)
  await ctx.blobs.deleteUnder(piecesFolder(recording))
  await deletePieces(ctx, recording)
  await updateRecording(ctx, recording, { tried: [] })
}

export const finishAbandonedJob = job('recorder.finish-abandoned', z.object({}), { attempts: 3 })

/**
 * Creates files from recordings without a new piece for a day, so that audio is kept even if the browser never returns.
 * Recordings under a second or without readable audio are discarded.
 */
export async function finishAbandonedRecordings(ctx: AppContext, { runPart }: Pick<JobRun, 'runPart'>): Promise<void> {
  const inactiveSince = new Date(ctx.clock.now().getTime() - ABANDONED_AFTER)
  for (const { user_id: userId, recording_id: recordingId } of await listAbandoned(ctx, inactiveSince)) {
    await runPart(`recorder.finish:${userId}:${recordingId}`, () => finishAbandoned(ctx, userId, recordingId))
  }
}

async function finishAbandoned(ctx: AppContext, userId: string, recordingId: string): Promise<void> {
  // A recording that cannot be finished does not block the others. It is tried again in an hour.
  const warn = (reason: object) => ctx.log.warn({ ...reason, recordingId }, 'an abandoned recording could not be finished')
  try {
    const finished = await finishRecording(ctx, userId, recordingId, {})
    if (!('refused' in finished)) return
    if (finished.refused === 'notSound') await discardRecording(ctx, userId, recordingId)
    if (finished.refused === 'tooLong' || finished.refused === 'noRoom') warn(finished)
  } catch (error) {
    warn({ err: error })
  }
}
