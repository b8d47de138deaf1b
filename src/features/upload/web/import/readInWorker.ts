import { createWorkerCall } from '#browser/workers/workerCalls.ts'
import type { ReadRecordingFiles, RecordingRequest } from './readRecordingFiles.ts'

/**
 * Reads the texts of one recording in a worker.
 * @NOTE Starts a worker: listed in `.oxlintrc.json`.
 */
export const readRecordingInWorker = createWorkerCall<RecordingRequest, ReadRecordingFiles>(
  () => new Worker(new URL('./recordingWorker.ts', import.meta.url), { type: 'module' }),
  async (request) => (await import('./readRecordingFiles.ts')).readRecordingFiles(request),
)
