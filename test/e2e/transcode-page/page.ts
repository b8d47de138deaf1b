import { transcode, TranscodeError } from '#features/upload/web/transcode.ts'
import type { Run, RunOptions } from './Run.ts'

declare global {
  interface Window {
    transcodeChosen: (options?: RunOptions) => Promise<Run>
    /** Lengths of the tasks that blocked the page for more than 50 ms. */
    longTasks: number[]
  }
}

window.longTasks = []
new PerformanceObserver((seen) => {
  for (const { duration } of seen.getEntries()) window.longTasks.push(duration)
}).observe({ type: 'longtask' })

/** Transcodes the chosen file. */
window.transcodeChosen = async ({ cancelAfter = Infinity, intoStore = false, withoutBytes = false } = {}) => {
  const file = document.querySelector('input')?.files?.[0]
  if (!file) throw new Error('no file was chosen')
  const heard: { done: number; duration: number | null }[] = []
  const into = intoStore ? await storedFile() : undefined
  const begun = performance.now()
  const hear = (done: number, duration: number | null): void => {
    heard.push({ done, duration })
    if (done >= cancelAfter) work.cancel()
  }
  const work = transcode(file, hear, into)
  try {
    const { blob, duration } = await work.result
    const took = performance.now() - begun
    const base64 = withoutBytes ? '' : await base64Of(blob)
    return { base64, size: blob.size, duration, failure: null, says: '', heard, took }
  } catch (error) {
    const failure = error instanceof TranscodeError ? error.failure : 'unforeseen'
    return { base64: '', size: 0, duration: 0, failure, says: String(error), heard, took: performance.now() - begun }
  }
}

async function storedFile(): Promise<FileSystemFileHandle> {
  const store = await navigator.storage.getDirectory()
  return store.getFileHandle('small.mp3', { create: true })
}

async function base64Of(blob: Blob): Promise<string> {
  let binary = ''
  for (const byte of new Uint8Array(await blob.arrayBuffer())) binary += String.fromCharCode(byte)
  return btoa(binary)
}
