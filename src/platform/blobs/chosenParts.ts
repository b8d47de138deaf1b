import { BlobError } from './blobs.ts'
import type { Part } from './blobs.ts'
import type { Bytes } from '#kit/units.ts'

type Arrived = { readonly number: number; readonly md5: string; readonly bytes: Bytes }

/**
 * The parts a merge names, each once, in rising order, each as it was when its etag was given out, and together as many bytes as
 * were announced: a part left out would be sound lost without a word. Throws BlobError.
 */
export function chosenParts<T extends Arrived>(arrived: readonly T[], named: readonly Part[], size: Bytes): T[] {
  const byNumber = new Map(arrived.map((part) => [part.number, part]))
  const chosen = named.map(({ PartNumber, Etag }, i) => {
    const before = named[i - 1]
    if (before && before.PartNumber >= PartNumber) throw new BlobError('part-missing', 'The parts are not named in their order.')
    const part = byNumber.get(PartNumber)
    if (!part) throw new BlobError('part-missing', `Part ${PartNumber} has not arrived.`)
    if (part.md5 !== bareEtag(Etag)) throw new BlobError('part-changed', `Part ${PartNumber} is not the one with this etag.`)
    return part
  })
  const there = chosen.reduce((sum, part) => sum + part.bytes, 0)
  if (there > size) throw new BlobError('too-large', `The parts hold ${there} bytes, ${size} were announced.`)
  if (there < size) throw new BlobError('part-missing', `The parts hold ${there} bytes, ${size} were announced.`)
  return chosen
}

/** Clients and stores write an etag with its quotes or without. */
export const bareEtag = (etag: string): string => etag.replaceAll('"', '').toLowerCase()
