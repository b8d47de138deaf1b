import { createMD5 } from 'hash-wasm'
import { seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { after, type Stop, whenIdle } from '#browser/timers/time.ts'
import { HASH_CHUNK_BYTES, type HashResponse, type HashRequest, type OpfsPath } from './hashProtocol.ts'

export type HashResult = { readonly md5: string; readonly copied: boolean }
/** `copyTo` is the file for a copy. Rejects when the bytes cannot be read, or with the signal's reason. */
export type HashBytes = (blob: Blob, options: { copyTo?: OpfsPath | null; signal: AbortSignal }) => Promise<HashResult>

/** The worker is terminated after this idle time. */
const IDLE_TIMEOUT = seconds(30)

/**
 * Computes the MD5 of bytes in a worker. Without workers it is computed in slices while the page is idle.
 * @NOTE Starts a worker: listed in `.oxlintrc.json`.
 */
export const hashBytes: HashBytes = async (blob, { copyTo = null, signal }) => {
  signal.throwIfAborted()
  if (typeof Worker !== 'function') return hashOnPage(blob, signal)
  try {
    return await hashInWorker(blob, copyTo, signal)
  } catch (error) {
    if (!(error instanceof HashWorkerError)) throw error
    return hashOnPage(blob, signal)
  }
}

async function hashInWorker(blob: Blob, copyTo: OpfsPath | null, signal: AbortSignal): Promise<HashResult> {
  const { promise, resolve, reject } = Promise.withResolvers<HashResult>()
  const job = (lastJob += 1)
  const activeWorker = getWorker()
  jobs.set(job, { resolve, reject })
  const unsubscribe = listen(signal, 'abort', () => {
    post(activeWorker, { type: 'stop', job })
    reject(signal.reason as Error)
  })
  post(activeWorker, { type: 'hash', job, blob, copyTo })
  try {
    return await promise
  } finally {
    unsubscribe()
    jobs.delete(job)
    if (jobs.size === 0) cancelRelease = after(IDLE_TIMEOUT, endWorker)
  }
}

type HashJob = { resolve: (hashed: HashResult) => void; reject: (error: Error) => void }
const jobs = new Map<number, HashJob>()
let lastJob = 0
let worker: Worker | null = null
let cancelRelease: Stop = () => {}

const post = (target: Worker, message: HashRequest): void => target.postMessage(message)

function getWorker(): Worker {
  cancelRelease()
  if (worker) return worker
  worker = new Worker(new URL('./hashWorker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<HashResponse>) => {
    const job = jobs.get(data.job)
    if (data.type === 'hashed') job?.resolve({ md5: data.md5, copied: data.copied })
    else job?.reject(new Error(data.message))
  }
  worker.onerror = ({ message }) => {
    // Rejects all running jobs; the next job starts a new worker.
    const runningJobs = [...jobs.values()]
    endWorker()
    for (const { reject } of runningJobs) reject(new HashWorkerError(message))
  }
  return worker
}

function endWorker(): void {
  worker?.terminate()
  worker = null
}

/** The worker could not be loaded or crashed; the bytes may be fine. */
class HashWorkerError extends Error {}

async function hashOnPage(blob: Blob, signal: AbortSignal): Promise<HashResult> {
  const md5 = (await createMD5()).init()
  for (let offset = 0; offset < blob.size; offset += HASH_CHUNK_BYTES) {
    if (offset > 0) await whenIdle(signal)
    md5.update(new Uint8Array(await blob.slice(offset, offset + HASH_CHUNK_BYTES).arrayBuffer()))
  }
  signal.throwIfAborted()
  return { md5: md5.digest(), copied: false }
}
