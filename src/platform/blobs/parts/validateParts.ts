import { BlobError } from '../blobs.ts'
import type { BlobErrorKind, Part } from '../blobs.ts'
import { PART_BYTES } from '../BlobLinks.ts'
import type { Bytes } from '#shared/units.ts'

/** Maximum number of wrong parts reported in an error. */
const MAX_REPORTED_PARTS = 20

type ReceivedPart = { readonly number: number; readonly md5: string; readonly bytes: Bytes }

/**
 * Returns the received parts that a merge lists. They must be unique, in ascending order, with the returned ETags, and add up to
 * the announced size, because a missing part would silently lose audio. Throws BlobError with `parts`.
 */
export function validateParts<T extends ReceivedPart>(received: readonly T[], requested: readonly Part[], size: Bytes): T[] {
  const byNumber = new Map(received.map((part) => [part.number, part]))
  const selected = requested.flatMap(({ PartNumber }) => byNumber.get(PartNumber) ?? [])
  const bytes = selected.reduce((sum, part) => sum + part.bytes, 0)
  const throwIfAny = (numbers: readonly number[], kind: BlobErrorKind, message: string): void => {
    if (numbers.length === 0) return
    const known = { arrived: [...byNumber.keys()].toSorted(ascending), bytes_named: bytes, bytes_announced: size }
    const wrong = [...new Set(numbers)].toSorted(ascending).slice(0, MAX_REPORTED_PARTS)
    throw new BlobError(kind, message, { part_numbers: wrong, ...known })
  }
  const partCount = Math.ceil(size / PART_BYTES)
  const numbers = requested.map((part) => part.PartNumber)
  throwIfAny(duplicates(numbers), 'part-twice', 'A part is named twice.')
  const isReceived = (number: number): boolean => byNumber.has(number)
  throwIfAny(
    numbers.filter((number) => !isReceived(number) && number > partCount),
    'part-extra',
    `This upload has ${partCount} parts.`,
  )
  throwIfAny(
    numbers.filter((number) => !isReceived(number)),
    'part-missing',
    'A part has not arrived.',
  )
  throwIfAny(outOfOrder(numbers), 'parts-swapped', 'The parts are not named in their order.')
  const wrong = requested.filter(({ PartNumber, Etag }) => byNumber.get(PartNumber)?.md5 !== normalizeEtag(Etag))
  const etags = new Set(received.map(({ md5 }) => md5))
  const swapped = wrong.filter(({ Etag }) => etags.has(normalizeEtag(Etag))).map((part) => part.PartNumber)
  throwIfAny(swapped, 'parts-swapped', 'A part is named with the etag of another.')
  throwIfAny(
    wrong.map((part) => part.PartNumber),
    'part-changed',
    'A part is not the one with this etag.',
  )
  const sizeMessage = `The parts hold ${bytes} bytes, ${size} were announced.`
  if (bytes > size) throwIfAny(numbers, 'too-many-bytes', sizeMessage)
  const allNumbers = Array.from({ length: partCount }, (_, index) => index + 1)
  const requestedNumbers = new Set(numbers)
  const notRequested = [...allNumbers, ...byNumber.keys()].filter((number) => !requestedNumbers.has(number))
  // When all parts are listed, one is shorter than the client believes, so all are reported.
  if (bytes < size) throwIfAny(notRequested.length > 0 ? notRequested : numbers, 'too-few-bytes', sizeMessage)
  return selected
}

const ascending = (a: number, b: number): number => a - b

function duplicates(numbers: readonly number[]): number[] {
  const seen = new Set<number>()
  return numbers.filter((number) => seen.size === seen.add(number).size)
}

const outOfOrder = (numbers: readonly number[]): number[] => numbers.filter((number, index) => number < (numbers[index - 1] ?? 0))

/** Removes quotes and case: clients and stores differ in both. */
export const normalizeEtag = (etag: string): string => etag.replaceAll('"', '').toLowerCase()
