import type { Bytes } from '#kit/units.ts'
import { PARALLEL_PARTS, PART_BYTES, type UploadedPart } from '../contract.ts'
import { rest, TRIES } from './patiently.ts'
import { PartRefused, sendPart } from './sendPart.ts'
import type { UploadTools } from './UploadTools.ts'

/** A part could not be sent in three attempts; `cause` is the last error. */
export class PartLost extends Error {
  constructor(index: number, cause: unknown) {
    super(`slice ${index} would not go`, { cause })
    this.name = 'PartLost'
  }
}

/** The ETag of the store does not match the bytes that were sent. */
class PartDiffers extends Error {}

type Part = { readonly url: string; readonly index: number }
/** `blob` is null when all parts have arrived. */
type Sound = { readonly blob: Blob | null; readonly links: readonly string[]; readonly arrived: readonly UploadedPart[] }

/**
 * Sends the parts, three at a time; the first failure stops the others. Parts that have already arrived are compared with the
 * local bytes and sent again when they differ.
 */
export async function sendParts(tools: UploadTools, { blob, links, arrived }: Sound): Promise<UploadedPart[]> {
  if (blob === null) return arrived.map(({ PartNumber, Etag }) => ({ PartNumber, Etag: bare(Etag) }))
  const there = new Map(arrived.map(({ PartNumber, Etag }) => [PartNumber, bare(Etag)]))
  const line: Part[] = links.map((url, at) => ({ url, index: at + 1 }))
  const done: UploadedPart[] = []
  const giveUp = new AbortController()
  const together = { ...tools, signal: AbortSignal.any([tools.signal, giveUp.signal]) }
  const lane = async (): Promise<void> => {
    for (let part = line.shift(); part !== undefined; part = line.shift()) {
      const Etag = await bringOver(together, part, sliceOf(blob, part.index), there.get(part.index))
      done.push({ PartNumber: part.index, Etag })
      tools.tell({ type: 'partDone', index: part.index, Etag })
    }
  }
  try {
    await Promise.all(Array.from({ length: PARALLEL_PARTS }, lane))
  } finally {
    giveUp.abort()
  }
  return done.toSorted((a, b) => a.PartNumber - b.PartNumber)
}

/** Sends the part unless the store already has it, and returns its ETag. */
async function bringOver(tools: UploadTools, { url, index }: Part, slice: Blob, there: string | undefined): Promise<string> {
  const md5 = await tools.md5Of(slice, tools.signal)
  if (there !== undefined && isSame(there, md5)) return there
  const moved = (share: number): void => tools.tell({ type: 'partProgress', index, percent: share * 100 })
  for (let attempt = 1; ; attempt++) {
    try {
      const tag = await sendPart({ url, slice, attempt, moved, signal: tools.signal })
      if (!isSame(tag, md5)) throw new PartDiffers(`slice ${index} arrived as ${tag}, and is ${md5}`)
      return tag
    } catch (error) {
      tools.signal.throwIfAborted()
      tools.tell({ type: 'partFailed', index })
      const refused = error instanceof PartRefused ? error : null
      if (attempt === TRIES || refused?.isFinal) throw new PartLost(index, error)
      await rest(attempt, refused?.retryAfter, tools)
    }
  }
}

/**
 * The ETag is the MD5 of the part.
 * @NOTE Stores with KMS encryption return ETags of the same shape that are not an MD5. They are not supported.
 */
const isSame = (tag: string, md5: string): boolean => tag.toLowerCase() === md5

const bare = (tag: string): string => tag.replaceAll('"', '')

const sliceOf = (blob: Blob, index: number): Blob => {
  const from: Bytes = (index - 1) * PART_BYTES
  return blob.slice(from, from + PART_BYTES, 'application/octet-stream')
}
