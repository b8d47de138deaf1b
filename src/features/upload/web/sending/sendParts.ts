import type { Bytes } from '#shared/units.ts'
import { PARALLEL_PARTS, PART_BYTES, type UploadedPart } from '../../contract.ts'
import { waitBeforeRetry, MAX_ATTEMPTS, PartRefusedError, PartFailedError } from './withRetry.ts'
import { sendPart } from './sendPart.ts'
import type { UploadContext } from './uploadContext.ts'

/** The ETag of the store does not match the bytes that were sent. */
class PartMismatchError extends Error {}

type Part = { readonly url: string; readonly index: number }
/** `blob` is null when all parts have arrived. */
type PartsInput = { readonly blob: Blob | null; readonly links: readonly string[]; readonly arrived: readonly UploadedPart[] }

/**
 * Sends the parts, three at a time; the first failure stops the others. Parts that have already arrived are compared with the
 * local bytes and sent again when they differ.
 */
export async function sendParts(context: UploadContext, { blob, links, arrived }: PartsInput): Promise<UploadedPart[]> {
  if (blob === null) return arrived.map(({ PartNumber, Etag }) => ({ PartNumber, Etag: unquote(Etag) }))
  const receivedTags = new Map(arrived.map(({ PartNumber, Etag }) => [PartNumber, unquote(Etag)]))
  const remainingParts: Part[] = links.map((url, at) => ({ url, index: at + 1 }))
  const done: UploadedPart[] = []
  const abortController = new AbortController()
  const sharedContext = { ...context, signal: AbortSignal.any([context.signal, abortController.signal]) }
  const sendNextParts = async (): Promise<void> => {
    for (let part = remainingParts.shift(); part !== undefined; part = remainingParts.shift()) {
      const Etag = await ensurePart(sharedContext, part, sliceOf(blob, part.index), receivedTags.get(part.index))
      done.push({ PartNumber: part.index, Etag })
      context.emit({ type: 'part', part: { index: part.index, status: 'completed', percent: 100, Etag } })
    }
  }
  try {
    await Promise.all(Array.from({ length: PARALLEL_PARTS }, sendNextParts))
  } finally {
    abortController.abort()
  }
  return done.toSorted((a, b) => a.PartNumber - b.PartNumber)
}

/** Sends the part unless the store already has it, and returns its ETag. */
async function ensurePart(
  context: UploadContext,
  { url, index }: Part,
  blob: Blob,
  receivedTag: string | undefined,
): Promise<string> {
  const md5 = await context.computeMd5(blob, context.signal)
  if (receivedTag !== undefined && matchesMd5(receivedTag, md5)) return receivedTag
  const emit = (status: 'uploading' | 'failed', percent: number): void =>
    context.emit({ type: 'part', part: { index, status, percent, Etag: null } })
  for (let attempt = 1; ; attempt++) {
    try {
      const tag = await sendPart({
        url,
        blob,
        attempt,
        onProgress: (share) => emit('uploading', share * 100),
        signal: context.signal,
      })
      if (!matchesMd5(tag, md5)) throw new PartMismatchError(`part ${index} arrived as ${tag}, and is ${md5}`)
      return tag
    } catch (error) {
      context.signal.throwIfAborted()
      emit('failed', 0)
      const refusal = error instanceof PartRefusedError ? error : null
      if (attempt === MAX_ATTEMPTS || refusal?.isFinal) throw new PartFailedError(index, error)
      await waitBeforeRetry(attempt, refusal?.retryAfter, context)
    }
  }
}

/**
 * The ETag is the MD5 of the part.
 * @NOTE Stores with KMS encryption return ETags of the same shape that are not an MD5. They are not supported.
 */
const matchesMd5 = (tag: string, md5: string): boolean => tag.toLowerCase() === md5

const unquote = (tag: string): string => tag.replaceAll('"', '')

const sliceOf = (blob: Blob, index: number): Blob => {
  const from: Bytes = (index - 1) * PART_BYTES
  return blob.slice(from, from + PART_BYTES, 'application/octet-stream')
}
