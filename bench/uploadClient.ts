import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { User } from '#test/world/user.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { PART_BYTES, wrongParts } from '#features/upload/contract.ts'
import { Refused } from '#kit/client.ts'
import type { Millis } from '#kit/units.ts'
import { insist } from './killing.ts'

/** One upload of a recording and its result. */
export type Sending = {
  readonly name: string
  readonly sound: Uint8Array<ArrayBuffer>
  readonly user: Pick<User, 'upload' | 'files' | 'name'>
  /** What the client has saved on disk. A restarted client continues from here. */
  begun: { upload_id: string; object_name: string } | null
  /** Set once the server has confirmed the upload. */
  fileId: string | null
  /** The message of the refusal that ended the upload. A user would see it and could retry. */
  refused: string | null
  /** How often the server had lost data it had acknowledged. */
  forgotten: number
}

type Pace = {
  /** Returns a number from 0 to 1. */
  readonly chance: () => number
  /** Longest pause between two steps: a slow network or a slow user. */
  readonly longestPause: Millis
}

const GONE = -8

/**
 * Uploads one recording as a real client does: presign, parts, merge, confirm, each retried until it is answered. The signal
 * simulates a kill. The next call continues from the saved state, using `resume`.
 */
export async function bring(sending: Sending, pace: Pace, signal: AbortSignal): Promise<void> {
  while (sending.fileId === null && sending.refused === null) {
    try {
      await step(sending, pace, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Refused)) throw error
      // The upload still exists. The server reports which parts it has, and the others are sent again.
      const isAlive = (error.refusal ?? '') in wrongParts || error.refusal === 'notMerged'
      if (!isAlive && error.status !== GONE) sending.refused = error.message
      // Nothing cancelled the upload, so the server has lost data it had acknowledged.
      sending.forgotten++
      if (!isAlive) sending.begun = null
      if (sending.forgotten > 5) sending.refused = error.message
    }
  }
}

async function step(sending: Sending, { chance, longestPause }: Pace, signal: AbortSignal): Promise<void> {
  const { user, sound, name } = sending
  const pause = () => systemClock.wait(longestPause * chance(), signal)
  const begun = sending.begun
  const links = begun ? await resumed(sending, signal) : await presigned(sending, signal)
  await pause()
  if (links.state === 'open') {
    const parts = [...links.parts]
    for (const [at, url] of links.part_urls.entries()) {
      if (parts.some((part) => part.PartNumber === at + 1)) continue
      const slice = sound.subarray(at * PART_BYTES, (at + 1) * PART_BYTES)
      parts.push({ Etag: await insist(() => putSlowly(url, slice, pause, signal), signal), PartNumber: at + 1 })
    }
    const body = { ...names(sending), parts: parts.toSorted((a, b) => a.PartNumber - b.PartNumber) }
    await insist(() => user.upload.merge({ body }), signal)
    await pause()
  }
  const said = { scene: 101, is_tmp: 0, support_mul_summ: true, file_type: 'MP3', filename: name }
  const { data_file } = await insist(() => user.upload.confirm({ body: { ...names(sending), ...said } }), signal)
  sending.fileId = data_file.id
}

const names = ({ begun }: Sending) => ({ upload_id: begun?.upload_id ?? '', object_name: begun?.object_name ?? '' })

async function presigned(sending: Sending, signal: AbortSignal) {
  const { user, sound, name } = sending
  const body = { filesize: sound.length, file_type: 'MP3' as const, filename: name }
  const { data } = await insist(() => user.upload.presign({ body }), signal)
  sending.begun = { upload_id: data.upload_id, object_name: data.object_name }
  return { ...data, parts: [], state: 'open' as const }
}

const resumed = async ({ user, begun }: Sending, signal: AbortSignal) =>
  (await insist(() => user.upload.resume({ params: { upload_id: begun?.upload_id ?? '' } }), signal)).data

/**
 * Sends a part in four chunks with pauses, as over a slow connection. Returns its ETag and throws unless it is the MD5 of the
 * part.
 */
async function putSlowly(url: string, slice: Uint8Array, pause: () => Promise<void>, signal: AbortSignal): Promise<string> {
  const sending = request(url, { method: 'PUT', headers: { 'content-length': slice.length }, signal })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  answered.catch(() => undefined)
  for (let piece = 0; piece < 4; piece++) {
    sending.write(slice.subarray((piece * slice.length) / 4, ((piece + 1) * slice.length) / 4))
    await Promise.race([pause(), answered])
  }
  sending.end()
  const [answer] = await answered
  answer.resume()
  const tag = (answer.headers.etag ?? '').replaceAll('"', '')
  if (answer.statusCode !== 200) throw new Error(`a slice was answered ${answer.statusCode}`)
  if (tag !== createHash('md5').update(slice).digest('hex')) throw new Error('a slice arrived changed')
  return tag
}
