import { z } from 'zod'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { folderOf } from './keys.ts'
import { deletePieces, readRecording, updateRecording } from './store.ts'

export const clearRecording = job('recorder.clear', z.object({ userId: z.string(), recordingId: z.string() }), { attempts: 10 })

/**
 * Deletes the pieces and failed merge attempts of a recording that has ended. The row stays, so that a repeated request gets the
 * same response. Does nothing while the recording is open.
 */
export async function clearEnded(ground: Ground, userId: string, recordingId: string): Promise<void> {
  const recording = await readRecording(ground, userId, recordingId)
  if (!recording || recording.state === 'open') return
  for (const key of recording.tried) if (key !== recording.blob_key) await ground.blobs.delete(key)
  await ground.blobs.deleteUnder(folderOf(recording))
  await deletePieces(ground, recording)
  await updateRecording(ground, recording, { tried: [] })
}
