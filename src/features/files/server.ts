import { days } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import type { FilesHooks } from './server/changeFile.ts'
import { pruneDeletionsJob, pruneOldDeletions } from './server/library.ts'
import { RENEW_LIBRARY_IDS } from './server/storeLibrary.ts'
import { measurePeaks, measurePeaksJob } from './server/audio.ts'
import { filesRoutes } from './server/routes.ts'
import { removeFolderId, updateFiles } from './server/store.ts'
import { deleteAudio, deleteAudioJob, lockAll } from './server/trash.ts'
import { filesTopic } from './contract.ts'

export { type NewFile, createFile } from './server/createFile.ts'
export { deleteTranscribedAudio, emptyTrash, filesRemoved } from './server/trash.ts'
export { type OriginalAudio, isBlobMissing, openAudio, openOriginalAudio, readChannelSpans, readPeaks } from './server/audio.ts'
export {
  type ResultsToSave,
  readAiContent,
  readFullFiles,
  readStoredResults,
  saveResults,
  textChanged,
  transcriptSaved,
} from './server/results.ts'
export { isDefaultTitle } from './server/isDefaultTitle.ts'
export { type SeedFile, seedFiles } from './server/seedFiles.ts'
export {
  type ActiveFilter,
  type FileRecord,
  lockFileForShare,
  lockFiles,
  listIds,
  listTranscripts,
  listFilesByMd5,
  listTrashOwners,
  readFileOfBlob,
  readFiles,
  requireFile,
  selectActive,
} from './server/store.ts'
export { hasStorageFor, withinStorageLimit } from './server/storage.ts'
export { pageOf, toFile } from './server/wire.ts'

/**
 * Recordings: their entity, results, trash and audio links. The hooks come from features above this one: `ownsFolders` from
 * folders, `saveTranscript` and `withThread` from transcription, `saveSummary` and `readSummaries` from notes.
 */
export const createFilesFeature = <Prepared>(hooks: FilesHooks<Prepared>): ServerFeature => ({
  name: 'files',
  routes: [(app, ctx) => filesRoutes(app, ctx, hooks)],
  jobs: [
    handleJob(measurePeaksJob, measurePeaks),
    handleJob(deleteAudioJob, deleteAudio),
    handleJob(pruneDeletionsJob, (ctx) => pruneOldDeletions(ctx)),
  ],
  schedules: [{ every: days(1), job: pruneDeletionsJob }],
  afterRestore: RENEW_LIBRARY_IDS,
})

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
    await tx.live.publish(filesTopic, { userId })
  })
}

/** Removes a deleted folder from its recordings. */
export const removeFolderFromFiles = (ctx: AppContext, userId: string, tagId: string): Promise<void> =>
  removeFolderId(ctx, userId, tagId)
