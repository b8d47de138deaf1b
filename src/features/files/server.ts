import type { FastifyInstance } from 'fastify'
import { days } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { blobAudioSource } from '#platform/blobs/blobAudioSource.ts'
import type { AudioSource } from '#platform/audio/AudioSource.ts'
import { computePeaks } from '#platform/audio/computePeaks.ts'
import { measurePeaks } from './server/createFile.ts'
import { pruneDeletionsJob, pruneOldDeletions } from './server/library.ts'
import { filesRoutes } from './server/routes.ts'
import { type FileRecord, removeFolderId, lockFileForShare, readFiles, updateFiles, writeResult } from './server/store.ts'
import { deleteAudioJob, lockAll } from './server/trash.ts'

export { type NewFile, createFile } from './server/createFile.ts'
export { deleteTranscribedAudio } from './server/deleteTranscribedAudio.ts'
export { emptyTrash } from './server/emptyTrash.ts'
export { type OriginalAudio, isBlobMissing, openOriginalAudio } from './server/openOriginalAudio.ts'
export { setFolderCheck } from './server/folderCheck.ts'
export { readFullFiles, saveResults, transcriptSaved } from './server/results.ts'
export { type SeedFile, seedFiles } from './server/seedFiles.ts'
export {
  type FileRecord,
  lockFileForShare,
  listIds,
  listFilesByMd5,
  listTrashOwners,
  readFileOfBlob,
  readFiles,
} from './server/store.ts'
export { AccountFull, hasStorageFor, withinStorageLimit } from './server/storage.ts'
export { filesRemoved } from './server/trash.ts'
export { toFile } from './server/wire.ts'

/** Number of points in a waveform. */
const PEAK_COUNT = 4000

/** Registers the routes and jobs of recordings: their entity, results, trash and audio links. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  filesRoutes(app, ctx)
  ctx.jobs.work(measurePeaks, ({ userId, fileId }) => savePeaks(ctx, userId, fileId))
  ctx.jobs.work(deleteAudioJob, async ({ blobKeys }) => {
    for (const key of blobKeys) await ctx.blobs.delete(key)
  })
  ctx.jobs.work(pruneDeletionsJob, () => pruneOldDeletions(ctx))
  ctx.jobs.schedule(days(1), pruneDeletionsJob, {})
}

/** Returns the user's recording. Rejects with NotFound. */
export async function requireFile(ctx: AppContext, userId: string, fileId: string): Promise<FileRecord> {
  const [row] = await readFiles(ctx, userId, [fileId])
  if (!row) throw new NotFound()
  return row
}

/** Moves recordings into one folder, or out of all folders with `null`. Changes all of them or none. */
export async function setFolder(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  tagId: string | null,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockAll(tx, userId, fileIds)
    await updateFiles(tx, userId, fileIds, { filetag_ids: tagId ? [tagId] : [], edit_time: tx.clock.now() })
    await tx.live.publish({ userId, topic: 'files', id: '' })
  })
}

/** Removes a deleted folder from its recordings. */
export const removeFolderFromFiles = (ctx: AppContext, userId: string, tagId: string): Promise<void> =>
  removeFolderId(ctx, userId, tagId)

/** Opens the audio of a recording, with the declared codec that its bytes do not contain. Rejects with BlobError. */
export async function openAudio(
  ctx: AppContext,
  row: FileRecord,
): Promise<{ source: AudioSource; declared: { declared?: 'OPUS' } }> {
  const source = await blobAudioSource(ctx.blobs, row.blob_key)
  return { source, declared: row.sound_kind === 'asr' ? { declared: 'OPUS' } : {} }
}

async function savePeaks(ctx: AppContext, userId: string, fileId: string): Promise<void> {
  const [row] = await readFiles(ctx, userId, [fileId])
  if (!row || row.sound_deleted_at) return // deleted before the job started
  const peaks = await computePeaksOrNull(ctx, row)
  if (peaks === null) return
  await ctx.transaction(async (tx) => {
    // The recording was deleted during the measurement, so there is nothing to attach the result to.
    if (!(await lockFileForShare(tx, userId, fileId))) return
    await writeResult(tx, { user_id: userId, file_id: fileId, kind: 'peaks', body: Buffer.from(peaks) })
    await tx.live.publish({ userId, topic: 'file', id: fileId })
  })
}

/** Returns null when the audio was deleted in the meantime, with its recording or by a retention rule. */
async function computePeaksOrNull(ctx: AppContext, row: FileRecord): Promise<Uint8Array | null> {
  try {
    const { source, declared } = await openAudio(ctx, row)
    return await computePeaks(source, PEAK_COUNT, declared)
  } catch (error) {
    const [current] = await readFiles(ctx, row.user_id, [row.file_id])
    if (current && !current.sound_deleted_at) throw error
    return null
  }
}
