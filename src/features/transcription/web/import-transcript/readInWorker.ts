import { createWorkerCall } from '#browser/workers/workerCalls.ts'
import type { ReadTranscript, TranscriptRequest } from '../../rules/import/readTranscriptFile.ts'

/**
 * Reads the transcript of another program in a worker.
 * @NOTE Starts a worker: listed in `.oxlintrc.json`.
 */
export const readTranscriptInWorker = createWorkerCall<TranscriptRequest, ReadTranscript>(
  () => new Worker(new URL('./transcriptWorker.ts', import.meta.url), { type: 'module' }),
  async (request) => (await import('../../rules/import/readTranscriptFile.ts')).readTranscriptFile(request),
)
