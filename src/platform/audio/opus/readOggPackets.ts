import { streamRange, sizeOf } from '../AudioSource.ts'
import type { AudioSource } from '../AudioSource.ts'
import { AudioError } from '../audio.ts'

/** The packets that end on one page of an Ogg file, and its granule position (samples at 48 kHz up to its end). */
export type OggPage = { readonly serial: number; readonly granule: number | null; readonly packets: readonly Uint8Array[] }

const PAGE_HEADER_BYTES = 27
/** Maximum size of an audio packet in bytes. A file that claims more has false lengths. */
const MAX_PACKET_BYTES = 1024 * 1024
/** Maximum number of parallel streams: audio, images, a title. A file with thousands of them is an attack on memory. */
const MAX_STREAMS = 32
/** More packets than five hours of audio and as many of images have. Reading the rest would waste time. */
const MAX_PACKETS = 16_000_000

/**
 * Yields the pages of every stream of an Ogg file in order. An incomplete page ends the file; unknown bytes are skipped. Throws
 * AudioError 'damaged' for more packets than any recording has.
 */
export async function* readOggPackets(source: AudioSource): AsyncGenerator<OggPage> {
  const partialPackets = new Map<number, Uint8Array[]>()
  let pending: Buffer = Buffer.alloc(0)
  let packetCount = 0
  for await (const chunk of streamRange(source, 0, await sizeOf(source))) {
    pending = Buffer.concat([pending, chunk])
    let offset = 0
    for (;;) {
      const pageStart = pending.indexOf('OggS', offset)
      if (pageStart === -1) {
        offset = Math.max(offset, pending.length - 3)
        break
      }
      offset = pageStart
      const pageBytes = pageLength(pending, offset)
      if (pageBytes === null) break
      const parsedPage = parsePage(pending.subarray(offset, offset + pageBytes), partialPackets)
      packetCount += parsedPage.packets.length
      if (packetCount > MAX_PACKETS) throw new AudioError('damaged', 'This Ogg file is cut into more packets than any sound.')
      yield parsedPage
      offset += pageBytes
    }
    pending = pending.subarray(offset)
  }
}

/** Returns the length of the page that begins here, or null while it is incomplete. */
function pageLength(bytes: Buffer, offset: number): number | null {
  const segments = bytes[offset + 26]
  if (segments === undefined || bytes.length < offset + PAGE_HEADER_BYTES + segments) return null
  let length = PAGE_HEADER_BYTES + segments
  for (let i = 0; i < segments; i++) length += bytes[offset + PAGE_HEADER_BYTES + i]!
  return bytes.length < offset + length ? null : length
}

/** Returns the packets that end on this page. An unfinished packet stays in `partialPackets` until the stream's next page. */
function parsePage(pageBytes: Buffer, partialPackets: Map<number, Uint8Array[]>): OggPage {
  const serial = pageBytes.readUInt32LE(14)
  const continued = (pageBytes[5]! & 1) === 1
  const segments = pageBytes[26]!
  let partial = continued ? (partialPackets.get(serial) ?? []) : []
  const packets: Uint8Array[] = []
  let offset = PAGE_HEADER_BYTES + segments
  let length = 0
  for (let i = 0; i < segments; i++) {
    const part = pageBytes[PAGE_HEADER_BYTES + i]!
    length += part
    if (part === 255) continue
    const end = pageBytes.subarray(offset, offset + length)
    packets.push(partial.length === 0 ? end : Buffer.concat([...partial, end]))
    partial = []
    offset += length
    length = 0
  }
  if (length > 0) partial.push(Buffer.from(pageBytes.subarray(offset, offset + length)))
  const tooLong = partial.reduce((sum, chunk) => sum + chunk.length, 0) > MAX_PACKET_BYTES
  if (tooLong || partial.length === 0) partialPackets.delete(serial)
  else if (partialPackets.has(serial) || partialPackets.size < MAX_STREAMS) partialPackets.set(serial, partial)
  const granule = pageBytes.readBigInt64LE(6)
  return { serial, granule: granule < 0n ? null : Number(granule), packets }
}
