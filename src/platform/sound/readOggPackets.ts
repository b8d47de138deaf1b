import { streamFrom, sizeOf } from './SoundSource.ts'
import type { SoundSource } from './SoundSource.ts'
import { SoundError } from './sound.ts'

/** Packets that end on one page of an Ogg file, and the page's granule position (samples at 48 kHz up to its end). */
export type OggPage = { readonly serial: number; readonly granule: number | null; readonly packets: readonly Uint8Array[] }

const HEAD = 27
/** A packet is never longer than this in sound; a file that claims more is lying about its lengths. */
const LONGEST_PACKET = 1024 * 1024
/** Streams beside each other: sound, pictures, a title. A file of thousands of them is made to fill our memory. */
const MOST_STREAMS = 32
/** More packets than five hours of sound and as many of pictures have: the rest of the file is not worth the time. */
const MOST_PACKETS = 16_000_000

/**
 * The pages of every stream in an Ogg file in their order. A page cut short ends the file; bytes that are none are skipped.
 * Throws SoundError 'damaged' for more packets than any recording has.
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

/** Length of the page that begins here, or null while not all of it has come. */
function pageAt(bytes: Buffer, at: number): number | null {
  const segments = bytes[at + 26]
  if (segments === undefined || bytes.length < at + HEAD + segments) return null
  let length = HEAD + segments
  for (let i = 0; i < segments; i++) length += bytes[at + HEAD + i]!
  return bytes.length < at + length ? null : length
}

/** Puts together what the page ends; what it leaves open stays in `open` until the stream's next page. */
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
