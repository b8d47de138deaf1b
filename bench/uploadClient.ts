import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { User } from '#test/world/user.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { PART_BYTES, wrongParts } from '#features/upload/contract.ts'
import { Refused } from '#kit/client.ts'
import type { Millis } from '#kit/units.ts'
import { insist } from './killing.ts'

/** One recording on its way, and what became of it. */
export type Sending = {
  readonly name: string
  readonly sound: Uint8Array<ArrayBuffer>
  readonly user: Pick<User, 'upload' | 'files' | 'name'>
  /** What the client keeps on its disk: it goes on from here after it was killed. */
  begun: { upload_id: string; object_name: string } | null
  /** Set once the server has confirmed. */
  fileId: string | null
  /** The refusal it ended with, which the person sees and may try again. */
  refused: string | null
  /** Times the server had forgotten what it had acknowledged. */
  forgotten: number
}

type Pace = {
  /** A number from 0 to 1. */
  readonly chance: () => number
  /** As long as a slow network or a slow person takes between two steps, at most. */
  readonly longestPause: Millis
}

const GONE = -8

/**
 * Sends one recording as a real program does: presign, slices, merge, confirm, each asked again until it is answered. When the
 * signal fires the program is dead; called again it goes on with what it finds on its disk, as `resume` says.
 */
export async function bring(sending: Sending, pace: Pace, signal: AbortSignal): Promise<void> {
  while (sending.fileId === null && sending.refused === null) {
    try {
      await step(sending, pace, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Refused)) throw error
      // The upload is alive: the server says what has arrived, and the rest is sent again.
      const isAlive = (error.refusal ?? '') in wrongParts || error.refusal === 'notMerged'
      if (!isAlive && error.status !== GONE) sending.refused = error.message
      // Nobody gave it up: what the server said it had, it had not.
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

/** A slice in four pieces with pauses between, as over a slow line; answers its tag, which must be the MD5 of the slice. */
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
