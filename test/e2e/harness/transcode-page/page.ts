import { transcode, TranscodeError } from '#features/upload/web/transcoding/transcode.ts'
import type { TranscodeRun, TranscodeRunOptions } from './TranscodeRun.ts'

declare global {
  interface Window {
    transcodeChosenFile: (options?: TranscodeRunOptions) => Promise<TranscodeRun>
    /** Durations of tasks that blocked the page for more than 50 ms. */
    longTasks: number[]
  }
}

window.longTasks = []
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longTasks.push(duration)
}).observe({ type: 'longtask' })

/** Transcodes the chosen file. */
window.transcodeChosenFile = async ({ cancelAfter = Infinity, toStorage = false, withoutBytes = false } = {}) => {
  const file = document.querySelector('input')?.files?.[0]
  if (!file) throw new Error('no file was chosen')
  const progress: { done: number; duration: number | null }[] = []
  const target = toStorage ? await createStoredFile() : undefined
  const startedAt = performance.now()
  const onProgress = (done: number, duration: number | null): void => {
    progress.push({ done, duration })
    if (done >= cancelAfter) job.cancel()
  }
  const job = transcode(file, onProgress, target)
  try {
    const { blob, ...result } = await job.result
    const elapsed = performance.now() - startedAt
    const base64 = withoutBytes ? '' : await toBase64(blob)
    return { base64, size: blob.size, ...result, failure: null, message: '', progress, elapsed }
  } catch (error) {
    const failure = error instanceof TranscodeError ? error.failure : 'unforeseen'
    const nothing = { base64: '', size: 0, duration: 0, tracks: { mixed: 0, leftOut: 0 }, channelSpans: null }
    return { ...nothing, failure, message: String(error), progress, elapsed: performance.now() - startedAt }
  }
}

async function createStoredFile(): Promise<FileSystemFileHandle> {
  const storage = await navigator.storage.getDirectory()
  return storage.getFileHandle('small.mp3', { create: true })
}

async function toBase64(blob: Blob): Promise<string> {
  let binary = ''
  for (const byte of new Uint8Array(await blob.arrayBuffer())) binary += String.fromCharCode(byte)
  return btoa(binary)
}
