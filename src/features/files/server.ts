import type { FastifyInstance } from 'fastify'
import { days } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { blobSource } from '#platform/blobs/blobSource.ts'
import type { SoundSource } from '#platform/sound/SoundSource.ts'
import { computePeaks } from '#platform/sound/peaks.ts'
import { measurePeaks } from './server/createFile.ts'
import { forgetDeletions, forgetOldDeletions } from './server/library.ts'
import { filesRoutes } from './server/routes.ts'
import { type FileRecord, dropTag, holdFile, readFiles, updateFiles, writeResult } from './server/store.ts'
import { deleteSound, lockAll } from './server/trash.ts'

export { type NewFile, createFile } from './server/createFile.ts'
export { dropSounds } from './server/dropSounds.ts'
export { emptyTrash } from './server/emptyTrash.ts'
export { type Original, isGone, openOriginal } from './server/openOriginal.ts'
export { setFolderCheck } from './server/setFolderCheck.ts'
export { readFullFiles, saveResults, transcriptSaved } from './server/results.ts'
export { type SeedFile, seedFiles } from './server/seedFiles.ts'
export {
  type FileRecord,
  holdFile,
  listIds,
  listKnownSounds,
  listTrashOwners,
  readFileOfBlob,
  readFiles,
} from './server/store.ts'
export { AccountFull, fitsStorage, withinStorage } from './server/storage.ts'
export { filesRemoved } from './server/trash.ts'
export { toFile } from './server/wire.ts'

/** Number of points in a waveform. */
const PEAKS = 4000

/** Registers the routes and jobs of recordings: their entity, results, trash and audio links. */
export function install(app: FastifyInstance, ground: Ground): void {
  filesRoutes(app, ground)
  ground.jobs.work(measurePeaks, ({ userId, fileId }) => keepPeaks(ground, userId, fileId))
  ground.jobs.work(deleteSound, async ({ blobKeys }) => {
    for (const key of blobKeys) await ground.blobs.delete(key)
  })
  ground.jobs.work(forgetDeletions, () => forgetOldDeletions(ground))
  ground.jobs.every(days(1), forgetDeletions, {})
}

/** Returns the user's recording. Rejects with NotFound. */
export async function requireFile(ground: Ground, userId: string, fileId: string): Promise<FileRecord> {
  const [row] = await readFiles(ground, userId, [fileId])
  if (!row) throw new NotFound()
  return row
}

/** Moves recordings into one folder, or out of all folders with `null`. Changes all of them or none. */
export async function setFolder(ground: Ground, userId: string, fileIds: readonly string[], tagId: string | null): Promise<void> {
  await ground.inOneStep(async (step) => {
    await lockAll(step, userId, fileIds)
    await updateFiles(step, userId, fileIds, { filetag_ids: tagId ? [tagId] : [], edit_time: step.clock.now() })
    await step.live.tell({ userId, topic: 'files', id: '' })
  })
}

/** Removes a deleted folder from its recordings. */
export const forgetFolder = (ground: Ground, userId: string, tagId: string): Promise<void> => dropTag(ground, userId, tagId)

/** Opens the audio of a recording, with the declared codec that its bytes do not contain. Rejects with BlobError. */
export async function openSound(
  ground: Ground,
  row: FileRecord,
): Promise<{ source: SoundSource; declared: { declared?: 'OPUS' } }> {
  const source = await blobSource(ground.blobs, row.blob_key)
  return { source, declared: row.sound_kind === 'asr' ? { declared: 'OPUS' } : {} }
}

async function keepPeaks(ground: Ground, userId: string, fileId: string): Promise<void> {
  const [row] = await readFiles(ground, userId, [fileId])
  if (!row || row.sound_deleted_at) return // deleted before the job started
  const peaks = await peaksOf(ground, row)
  if (peaks === null) return
  await ground.inOneStep(async (step) => {
    // The recording was deleted during the measurement, so there is nothing to attach the result to.
    if (!(await holdFile(step, userId, fileId))) return
    await writeResult(step, { user_id: userId, file_id: fileId, kind: 'peaks', body: Buffer.from(peaks) })
    await step.live.tell({ userId, topic: 'file', id: fileId })
  })
}

/** Returns null when the audio was deleted in the meantime, with its recording or by a retention rule. */
async function peaksOf(ground: Ground, row: FileRecord): Promise<Uint8Array | null> {
  try {
    const { source, declared } = await openSound(ground, row)
    return await computePeaks(source, PEAKS, declared)
  } catch (error) {
    const [now] = await readFiles(ground, row.user_id, [row.file_id])
    if (now && !now.sound_deleted_at) throw error
    return null
  }
}
