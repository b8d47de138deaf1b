/**
 * Starts the worker that encodes and stores the audio.
 * @NOTE The only file of this feature that starts workers.
 */
export const startRecorderWorker = (): Worker =>
  new Worker(new URL('./worker/recorderWorker.ts', import.meta.url), { type: 'module' })
