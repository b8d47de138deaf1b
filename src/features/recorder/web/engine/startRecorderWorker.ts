/** Starts the worker that makes and keeps the sound. @NOTE the only file of this feature that starts workers. */
export const startRecorderWorker = (): Worker =>
  new Worker(new URL('./worker/recorderWorker.ts', import.meta.url), { type: 'module' })
