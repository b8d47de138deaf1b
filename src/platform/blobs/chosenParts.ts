import { BlobError } from './blobs.ts'
import type { BlobErrorKind, Part } from './blobs.ts'
import { PART_BYTES } from './BlobLinks.ts'
import type { Bytes } from '#kit/units.ts'

/** Highest number of wrong parts in an error. More would not help any client. */
const MOST_TOLD = 20

type Arrived = { readonly number: number; readonly md5: string; readonly bytes: Bytes }

/**
 * Returns the parts that a merge lists: each once, in ascending order, with the ETag that was returned for it, and together as
 * many bytes as were announced, because a missing part would silently lose audio. Throws BlobError with `parts`.
 */
export function chosenParts<T extends Arrived>(received: readonly T[], named: readonly Part[], size: Bytes): T[] {
  const byNumber = new Map(received.map((part) => [part.number, part]))
  const chosen = named.flatMap(({ PartNumber }) => byNumber.get(PartNumber) ?? [])
  const bytes = chosen.reduce((sum, part) => sum + part.bytes, 0)
  const refuseFor = (numbers: readonly number[], kind: BlobErrorKind, says: string): void => {
    if (numbers.length === 0) return
    const known = { arrived: [...byNumber.keys()].toSorted(rising), bytes_named: bytes, bytes_announced: size }
    const wrong = [...new Set(numbers)].toSorted(rising).slice(0, MOST_TOLD)
    throw new BlobError(kind, says, { part_numbers: wrong, ...known })
  }
  const links = Math.ceil(size / PART_BYTES)
  const numbers = named.map((part) => part.PartNumber)
  refuseFor(repeated(numbers), 'part-twice', 'A part is named twice.')
  const isThere = (number: number): boolean => byNumber.has(number)
  refuseFor(
    numbers.filter((number) => !isThere(number) && number > links),
    'part-extra',
    `This upload has ${links} parts.`,
  )
  refuseFor(
    numbers.filter((number) => !isThere(number)),
    'part-missing',
    'A part has not arrived.',
  )
  refuseFor(outOfOrder(numbers), 'parts-swapped', 'The parts are not named in their order.')
  const wrong = named.filter(({ PartNumber, Etag }) => byNumber.get(PartNumber)?.md5 !== bareEtag(Etag))
  const etags = new Set(received.map(({ md5 }) => md5))
  const swapped = wrong.filter(({ Etag }) => etags.has(bareEtag(Etag))).map((part) => part.PartNumber)
  refuseFor(swapped, 'parts-swapped', 'A part is named with the etag of another.')
  refuseFor(
    wrong.map((part) => part.PartNumber),
    'part-changed',
    'A part is not the one with this etag.',
  )
  const sums = `The parts hold ${bytes} bytes, ${size} were announced.`
  if (bytes > size) refuseFor(numbers, 'too-many-bytes', sums)
  const all = Array.from({ length: links }, (_, at) => at + 1)
  const isNamed = new Set(numbers)
  const unnamed = [...all, ...byNumber.keys()].filter((number) => !isNamed.has(number))
  // All parts may be listed and one may be shorter than its client believes. Then all of them are reported.
  if (bytes < size) refuseFor(unnamed.length > 0 ? unnamed : numbers, 'too-few-bytes', sums)
  return chosen
}

const rising = (a: number, b: number): number => a - b

function repeated(numbers: readonly number[]): number[] {
  const seen = new Set<number>()
  return numbers.filter((number) => seen.size === seen.add(number).size)
}

const outOfOrder = (numbers: readonly number[]): number[] => numbers.filter((number, at) => number < (numbers[at - 1] ?? 0))

/** Removes the quotes: some clients and stores write an ETag with them, some without. */
export const bareEtag = (etag: string): string => etag.replaceAll('"', '').toLowerCase()
