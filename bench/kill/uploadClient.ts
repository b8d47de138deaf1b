import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { User } from '#test/server/user.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { PART_BYTES, wrongParts } from '#features/upload/contract.ts'
import { Refused } from '#shared/client.ts'
import type { Millis } from '#shared/units.ts'
import { callWithRetry } from './killPart.ts'

/** One upload of a recording and its result. */
export type UploadJob = {
  readonly name: string
  readonly sound: Uint8Array<ArrayBuffer>
  readonly user: Pick<User, 'upload' | 'files' | 'name'>
  /** What the client has saved on disk. A restarted client continues from here. */
  session: { upload_id: string; object_name: string } | null
  /** Set once the server has confirmed the upload. */
  fileId: string | null
  /** The message of the refusal that ended the upload. A user would see it and could retry. */
  failure: string | null
  /** How often the server has lost data that it had acknowledged. */
  forgotten: number
}

type Pace = {
  /** Returns a number from 0 to 1. */
  readonly random: () => number
  /** Longest pause between two steps: a slow network or a slow user. */
  readonly longestPause: Millis
}

const STATUS_GONE = -8

/**
 * Uploads a recording like a real client: presign, parts, merge, confirm, each retried until there is a response. The signal
 * simulates a kill. The next call continues from the saved state, using `resume`.
 */
export async function runUpload(job: UploadJob, pace: Pace, signal: AbortSignal): Promise<void> {
  while (job.fileId === null && job.failure === null) {
    try {
      await attemptUpload(job, pace, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Refused)) throw error
      // The upload still exists. The server reports which parts it has; the others are sent again.
      const isActive = (error.refusal ?? '') in wrongParts || error.refusal === 'notMerged'
      if (!isActive && error.status !== STATUS_GONE) job.failure = error.message
      // Nothing cancelled the upload, so the server has lost data it had acknowledged.
      job.forgotten++
      if (!isActive) job.session = null
      if (job.forgotten > 5) job.failure = error.message
    }
  }
}

async function attemptUpload(job: UploadJob, { random, longestPause }: Pace, signal: AbortSignal): Promise<void> {
  const { user, sound, name } = job
  const pause = () => systemClock.wait(longestPause * random(), signal)
  const session = job.session
  const links = session ? await resume(job, signal) : await presign(job, signal)
  await pause()
  if (links.state === 'open') {
    const parts = [...links.parts]
    for (const [at, url] of links.part_urls.entries()) {
      if (parts.some((part) => part.PartNumber === at + 1)) continue
      const partBytes = sound.subarray(at * PART_BYTES, (at + 1) * PART_BYTES)
      parts.push({ Etag: await callWithRetry(() => sendSlowly(url, partBytes, pause, signal), signal), PartNumber: at + 1 })
    }
    const body = { ...uploadIds(job), parts: parts.toSorted((a, b) => a.PartNumber - b.PartNumber) }
    await callWithRetry(() => user.upload.merge({ body }), signal)
    await pause()
  }
  const confirmFields = { scene: 101, is_tmp: 0, support_mul_summ: true, file_type: 'MP3', filename: name }
  const { data_file } = await callWithRetry(() => user.upload.confirm({ body: { ...uploadIds(job), ...confirmFields } }), signal)
  job.fileId = data_file.id
}

const uploadIds = ({ session }: UploadJob) => ({ upload_id: session?.upload_id ?? '', object_name: session?.object_name ?? '' })

async function presign(job: UploadJob, signal: AbortSignal) {
  const { user, sound, name } = job
  const body = { filesize: sound.length, file_type: 'MP3' as const, filename: name }
  const { data } = await callWithRetry(() => user.upload.presign({ body }), signal)
  job.session = { upload_id: data.upload_id, object_name: data.object_name }
  return { ...data, parts: [], state: 'open' as const }
}

const resume = async ({ user, session }: UploadJob, signal: AbortSignal) =>
  (await callWithRetry(() => user.upload.resume({ params: { upload_id: session?.upload_id ?? '' } }), signal)).data

/**
 * Sends a part in four chunks with pauses, as over a slow connection. Returns its ETag and throws unless it is the MD5 of the
 * part.
 */
async function sendSlowly(url: string, partBytes: Uint8Array, pause: () => Promise<void>, signal: AbortSignal): Promise<string> {
  const job = request(url, { method: 'PUT', headers: { 'content-length': partBytes.length }, signal })
  const responded = once(job, 'response') as Promise<[IncomingMessage]>
  responded.catch(() => undefined)
  for (let chunk = 0; chunk < 4; chunk++) {
    job.write(partBytes.subarray((chunk * partBytes.length) / 4, ((chunk + 1) * partBytes.length) / 4))
    await Promise.race([pause(), responded])
  }
  job.end()
  const [response] = await responded
  response.resume()
  const etag = (response.headers.etag ?? '').replaceAll('"', '')
  if (response.statusCode !== 200) throw new Error(`a part got HTTP ${response.statusCode}`)
  if (etag !== createHash('md5').update(partBytes).digest('hex')) throw new Error('a part was corrupted in transit')
  return etag
}
