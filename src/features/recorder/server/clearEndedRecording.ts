import { z } from 'zod'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { piecesFolder } from './pieceBlobs.ts'
import { deletePieces, readRecording, updateRecording } from './store.ts'

export const clearRecordingJob = job('recorder.clear', z.object({ userId: z.string(), recordingId: z.string() }), {
  attempts: 10,
})

/**
 * Deletes the pieces and failed merge attempts of a recording that has ended. The row stays, so that a repeated request gets the
 * same response. Does nothing while the recording is open.
 */
export async function clearEndedRecording(ctx: AppContext, userId: string, recordingId: string): Promise<void> {
  const recording = await readRecording(ctx, userId, recordingId)
  if (!recording || recording.state === 'open') return
  for (const key of recording.tried) if (key !== recording.blob_key) await ctx.blobs.delete(key)
  await ctx.blobs.deleteUnder(piecesFolder(recording))
  await deletePieces(ctx, recording)
  await updateRecording(ctx, recording, { tried: [] })
}
