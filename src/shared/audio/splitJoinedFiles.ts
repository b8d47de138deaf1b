import { type Bytes, MiB } from '../units.ts'

/**
 * Returns the offsets of the second and further files in a file to which several were appended: joined voice notes, parts of a
 * recorder, streams of a radio station. Readers of these formats stop at the end of the first one.
 */
export async function findJoinedFiles(file: Blob): Promise<Bytes[]> {
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const magic = String.fromCharCode(...start)
  if (magic.startsWith('OggS')) return findOggStarts(file)
  if (isEbmlHeader(start, 0)) return findMatroskaStarts(file)
  return magic.slice(4, 8) === 'ftyp' ? findMp4Starts(file) : []
}

/** Splits a file of several appended ones into blobs with the same bytes. */
export async function splitJoinedFiles(file: Blob): Promise<Blob[]> {
  const starts = [0, ...(await findJoinedFiles(file))]
  return starts.map((from, n) => file.slice(from, starts[n + 1] ?? file.size))
}

/** Bytes per read. */
const WINDOW: Bytes = 4 * MiB

/** Reads a file in windows, so that small reads close to each other are fast. */
class WindowReader {
  readonly #file: Blob
  #start = 0
  #bytes = new Uint8Array(0)

  constructor(file: Blob) {
    this.#file = file
  }

  /** Returns at least `length` bytes from `offset`, or fewer at the end of the file. */
  async read(offset: Bytes, length: Bytes): Promise<Uint8Array> {
    if (offset < this.#start || offset + length > this.#start + this.#bytes.length) {
      this.#start = offset
      this.#bytes = new Uint8Array(await this.#file.slice(offset, offset + Math.max(length, WINDOW)).arrayBuffer())
    }
    return this.#bytes.subarray(offset - this.#start)
  }
}

const OGG_HEADER: Bytes = 27
const OGG_FIRST_PAGE = 2

/** A stream that begins after the pages of another one (RFC 3533 §4). */
async function findOggStarts(file: Blob): Promise<Bytes[]> {
  const reader = new WindowReader(file)
  const starts: Bytes[] = []
  let hasAudio = false
  for (let offset = 0; offset + OGG_HEADER <= file.size;) {
    const page = await reader.read(offset, OGG_HEADER + 255)
    if (page[0] !== 0x4f || page[1] !== 0x67 || page[2] !== 0x67 || page[3] !== 0x53) {
      const next = indexOfBytes(page.subarray(1), [0x4f, 0x67, 0x67, 0x53])
      offset += next < 0 ? Math.max(1, page.length - 3) : next + 1
      continue
    }
    const isFirst = (page[5]! & OGG_FIRST_PAGE) !== 0
    if (isFirst && hasAudio) starts.push(offset)
    hasAudio = !isFirst
    const segments = page[26]!
    offset += OGG_HEADER + segments + page.subarray(OGG_HEADER, OGG_HEADER + segments).reduce((sum, each) => sum + each, 0)
  }
  return starts
}

const EBML_ID = [0x1a, 0x45, 0xdf, 0xa3]

const isEbmlHeader = (bytes: Uint8Array, at: number): boolean => EBML_ID.every((byte, n) => bytes[at + n] === byte)

/** Browsers write segments of unknown length, so this searches for the header of the next file and verifies its document type. */
async function findMatroskaStarts(file: Blob): Promise<Bytes[]> {
  const starts: Bytes[] = []
  for (let offset = EBML_ID.length; offset < file.size; offset += WINDOW) {
    const bytes = new Uint8Array(await file.slice(offset, offset + WINDOW + MAX_EBML_HEADER).arrayBuffer())
    for (let at = 0; at < WINDOW;) {
      const next = indexOfBytes(bytes.subarray(at), EBML_ID)
      if (next < 0 || at + next >= WINDOW) break
      at += next
      if (hasDocumentType(bytes.subarray(at + EBML_ID.length))) starts.push(offset + at)
      at += EBML_ID.length
    }
  }
  return starts
}

/** Longer than any header with a document type. */
const MAX_EBML_HEADER: Bytes = 64

/** The length of the header is in one byte, or in eight bytes after an initial 1 (RFC 8794 §4). */
function hasDocumentType(bytes: Uint8Array): boolean {
  const isLong = bytes[0] === 1
  const length = isLong ? bytes[7]! : (bytes[0] ?? 0) & 0x7f
  const header = bytes.subarray(isLong ? 8 : 1).subarray(0, length)
  return length <= MAX_EBML_HEADER && /B\x82.(webm|matroska)/s.test(String.fromCharCode(...header))
}

/** Finds a second file type box with its own index after an index. */
async function findMp4Starts(file: Blob): Promise<Bytes[]> {
  const reader = new WindowReader(file)
  const starts: Bytes[] = []
  let hasIndex = false
  for (let offset = 0; offset + 8 <= file.size;) {
    const box = await reader.read(offset, 16)
    const view = new DataView(box.buffer, box.byteOffset, box.byteLength)
    const type = String.fromCharCode(...box.subarray(4, 8))
    const size = view.getUint32(0) === 1 && box.length >= 16 ? Number(view.getBigUint64(8)) : view.getUint32(0)
    if (size < 8) break
    if (type === 'moov') hasIndex = true
    if (type === 'ftyp' && hasIndex) {
      starts.push(offset)
      hasIndex = false
    }
    offset += size
  }
  return starts
}

/** Returns the position of a sequence, or -1. */
function indexOfBytes(bytes: Uint8Array, wanted: readonly number[]): number {
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1))
    if (wanted.every((byte, n) => bytes[at + n] === byte)) return at
  return -1
}
