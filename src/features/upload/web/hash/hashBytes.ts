import { Md5 } from '#kit/Md5.ts'
import { seconds } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { after, type Stop, whenIdle } from '#ui/time.ts'
import { HASH_SLICE, type HashAnswer, type HashRequest, type OwnPath } from './hashProtocol.ts'

export type Hashed = { readonly md5: string; readonly copied: boolean }
/** `copyTo` is the file for a copy. Rejects when the bytes cannot be read, or with the signal's reason. */
export type HashBytes = (blob: Blob, options: { into?: OwnPath | null; signal: AbortSignal }) => Promise<Hashed>

/** The worker is terminated after this idle time. */
const REST = seconds(30)

/**
 * Computes the MD5 of bytes in a worker. Without workers it is computed in slices while the page is idle.
 * @NOTE Starts a worker: listed in `.oxlintrc.json`.
 */
export const hashBytes: HashBytes = async (blob, { into = null, signal }) => {
  signal.throwIfAborted()
  if (typeof Worker !== 'function') return hashHere(blob, signal)
  try {
    return await hashBeside(blob, into, signal)
  } catch (error) {
    if (!(error instanceof HashingBroke)) throw error
    return hashHere(blob, signal)
  }
}

async function hashBeside(blob: Blob, into: OwnPath | null, signal: AbortSignal): Promise<Hashed> {
  const { promise, resolve, reject } = Promise.withResolvers<Hashed>()
  const job = (lastJob += 1)
  const used = theWorker()
  jobs.set(job, { resolve, reject })
  const deaf = listen(signal, 'abort', () => {
    tell(used, { type: 'stop', job })
    reject(signal.reason as Error)
  })
  tell(used, { type: 'hash', job, blob, into })
  try {
    return await promise
  } finally {
    deaf()
    jobs.delete(job)
    if (jobs.size === 0) letGo = after(REST, endWorker)
  }
}

type Job = { resolve: (hashed: Hashed) => void; reject: (error: Error) => void }
const jobs = new Map<number, Job>()
let lastJob = 0
let worker: Worker | null = null
let letGo: Stop = () => {}

const tell = (to: Worker, message: HashRequest): void => to.postMessage(message)

function theWorker(): Worker {
  letGo()
  if (worker) return worker
  worker = new Worker(new URL('./hashWorker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<HashAnswer>) => {
    const job = jobs.get(data.job)
    if (data.type === 'hashed') job?.resolve({ md5: data.md5, copied: data.copied })
    else job?.reject(new Error(data.says))
  }
  worker.onerror = ({ message }) => {
    // Rejects all running jobs; the next job starts a new worker.
    const waiting = [...jobs.values()]
    endWorker()
    for (const { reject } of waiting) reject(new HashingBroke(message))
  }
  return worker
}

function endWorker(): void {
  worker?.terminate()
  worker = null
}

/** The worker could not be loaded or crashed; the bytes may be fine. */
class HashingBroke extends Error {}

async function hashHere(blob: Blob, signal: AbortSignal): Promise<Hashed> {
  const md5 = new Md5()
  for (let at = 0; at < blob.size; at += HASH_SLICE) {
    if (at > 0) await whenIdle(signal)
    md5.update(new Uint8Array(await blob.slice(at, at + HASH_SLICE).arrayBuffer()))
  }
  signal.throwIfAborted()
  return { md5: md5.hex(), copied: false }
}
