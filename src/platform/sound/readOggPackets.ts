import { streamFrom, sizeOf } from './SoundSource.ts'
import type { SoundSource } from './SoundSource.ts'
import { SoundError } from './sound.ts'

/** The packets that end on one page of an Ogg file, and its granule position (samples at 48 kHz up to its end). */
export type OggPage = { readonly serial: number; readonly granule: number | null; readonly packets: readonly Uint8Array[] }

const HEAD = 27
/** Maximum size of an audio packet in bytes. A file that claims more has false lengths. */
const LONGEST_PACKET = 1024 * 1024
/** Maximum number of parallel streams: audio, images, a title. A file with thousands of them is an attack on memory. */
const MOST_STREAMS = 32
/** More packets than five hours of audio and as many of images have. Reading the rest would waste time. */
const MOST_PACKETS = 16_000_000

/**
 * Yields the pages of every stream of an Ogg file in order. An incomplete page ends the file; unknown bytes are skipped. Throws
 * AudioError 'damaged' for more packets than any recording has.
 */
export async function* readOggPackets(source: SoundSource): AsyncGenerator<OggPage> {
  const open = new Map<number, Uint8Array[]>()
  let held: Buffer = Buffer.alloc(0)
  let seen = 0
  for await (const piece of streamFrom(source, 0, await sizeOf(source))) {
    held = Buffer.concat([held, piece])
    let at = 0
    for (;;) {
      const begin = held.indexOf('OggS', at)
      if (begin === -1) {
        at = Math.max(at, held.length - 3)
        break
      }
      at = begin
      const page = pageAt(held, at)
      if (page === null) break
      const read = readPage(held.subarray(at, at + page), open)
      seen += read.packets.length
      if (seen > MOST_PACKETS) throw new SoundError('damaged', 'This Ogg file is cut into more packets than any sound.')
      yield read
      at += page
    }
    held = held.subarray(at)
  }
}

/** Returns the length of the page that begins here, or null while it is incomplete. */
function pageAt(bytes: Buffer, at: number): number | null {
  const segments = bytes[at + 26]
  if (segments === undefined || bytes.length < at + HEAD + segments) return null
  let length = HEAD + segments
  for (let i = 0; i < segments; i++) length += bytes[at + HEAD + i]!
  return bytes.length < at + length ? null : length
}

/** Returns the packets that end on this page. An unfinished packet stays in `partialPackets` until the stream's next page. */
function readPage(page: Buffer, open: Map<number, Uint8Array[]>): OggPage {
  const serial = page.readUInt32LE(14)
  const continued = (page[5]! & 1) === 1
  const segments = page[26]!
  let begun = continued ? (open.get(serial) ?? []) : []
  const packets: Uint8Array[] = []
  let at = HEAD + segments
  let length = 0
  for (let i = 0; i < segments; i++) {
    const part = page[HEAD + i]!
    length += part
    if (part === 255) continue
    const end = page.subarray(at, at + length)
    packets.push(begun.length === 0 ? end : Buffer.concat([...begun, end]))
    begun = []
    at += length
    length = 0
  }
  if (length > 0) begun.push(Buffer.from(page.subarray(at, at + length)))
  const tooLong = begun.reduce((sum, piece) => sum + piece.length, 0) > LONGEST_PACKET
  if (tooLong || begun.length === 0) open.delete(serial)
  else if (open.has(serial) || open.size < MOST_STREAMS) open.set(serial, begun)
  const granule = page.readBigInt64LE(6)
  return { serial, granule: granule < 0n ? null : Number(granule), packets }
}
