import { Readable } from 'node:stream'
import { OPUS_RATE, opusPacketSamples } from './opusPacket.ts'
import { readAt, sizeOf, streamRange } from '../AudioSource.ts'
import type { AudioSource, RangeSource } from '../AudioSource.ts'
import type { Bytes, Millis } from '#shared/units.ts'
import type { ByteRange } from '#platform/blobs/blobs.ts'

/** Size of one Opus packet. Recorders write bare packets one after another, without a container (B§5). */
export const ASR_PACKET_BYTES: Bytes = 80
/** Duration of one packet (B§5). */
export const ASR_PACKET_MS: Millis = 20
/** The duration of one packet in samples at 48 kHz. */
export const ASR_PACKET_SAMPLES = (OPUS_RATE * ASR_PACKET_MS) / 1000

/** How many packets are checked to detect this format: the first ones, and some spread over the rest. */
const CHECKED_AT_START = 50
const CHECKED_LATER = 20

/** Returns `size / 80 * 20 ms` (B§5). An incomplete last packet does not count. */
export const asrDuration = (size: Bytes): Millis => Math.floor(size / ASR_PACKET_BYTES) * ASR_PACKET_MS

/** True when every checked packet declares a duration of 20 ms. Random bytes never pass. */
export async function looksLikeAsr(source: AudioSource): Promise<boolean> {
  const count = Math.floor((await sizeOf(source)) / ASR_PACKET_BYTES)
  if (count === 0) return false
  const first = await readAt(source, 0, Math.min(count, CHECKED_AT_START) * ASR_PACKET_BYTES)
  if (!splitPackets(first).every(lasts20Ms)) return false
  for (let n = 1; n <= CHECKED_LATER && count > CHECKED_AT_START; n++) {
    const packet = Math.floor(((count - 1) * n) / CHECKED_LATER)
    if (!lasts20Ms(await readAt(source, packet * ASR_PACKET_BYTES, 2))) return false
  }
  return true
}

/** Yields the packets from index `first` on, in batches. */
export async function* readAsrPackets(source: AudioSource, first: number): AsyncGenerator<Uint8Array[]> {
  let pending: Buffer = Buffer.alloc(0)
  for await (const chunk of streamRange(source, first * ASR_PACKET_BYTES, await sizeOf(source))) {
    const bytes = Buffer.concat([pending, chunk])
    const completeBytes = bytes.length - (bytes.length % ASR_PACKET_BYTES)
    pending = Buffer.from(bytes.subarray(completeBytes))
    if (completeBytes > 0) yield splitPackets(bytes.subarray(0, completeBytes))
  }
}

const splitPackets = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / ASR_PACKET_BYTES }, (_, i) =>
    bytes.subarray(i * ASR_PACKET_BYTES, (i + 1) * ASR_PACKET_BYTES),
  )

const lasts20Ms = (packet: Uint8Array): boolean => opusPacketSamples(packet) === ASR_PACKET_SAMPLES

/** Each page holds one second. All pages but the last have the same size, so any range can be computed directly. */
const PACKETS_PER_PAGE = 50
const PAGE_HEADER_BYTES: Bytes = 27
const PAGE_BYTES: Bytes = PAGE_HEADER_BYTES + PACKETS_PER_PAGE + PACKETS_PER_PAGE * ASR_PACKET_BYTES
const SERIAL = 1
/** Samples at 48 kHz that the encoder adds at the beginning. */
const PRE_SKIP = 312
const FLAG_FIRST = 2
/** Marks the last page of a stream. */
export const FLAG_LAST = 4

/** Returns the size of the Ogg file for a recording of bare 80-byte packets (.asr) of this size. */
export function asrOggSize(asrBytes: Bytes): Bytes {
  const packets = Math.floor(asrBytes / ASR_PACKET_BYTES)
  const pages = Math.ceil(packets / PACKETS_PER_PAGE)
  return headerPages().length + pages * PAGE_HEADER_BYTES + packets * (1 + ASR_PACKET_BYTES)
}

/**
 * Returns the bytes of the Ogg file, computed from the packets on demand. The Ogg file is never stored. `range` must be within
 * `asrOggSize(asr.size)`, both ends inclusive. Without it the whole file is returned.
 */
export function readAsrAsOgg(asr: RangeSource, range: ByteRange = { start: 0, end: asrOggSize(asr.size) - 1 }): Readable {
  return Readable.from(oggChunks(asr, range), { objectMode: false })
}

async function* oggChunks(asr: RangeSource, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const headers = headerPages()
  if (start < headers.length) yield headers.subarray(start, end + 1)
  const packets = Math.floor(asr.size / ASR_PACKET_BYTES)
  const first = Math.max(0, Math.floor((start - headers.length) / PAGE_BYTES))
  let offset = headers.length + first * PAGE_BYTES
  let packet = first * PACKETS_PER_PAGE
  for await (const page of packetPages(asr, packet, packets)) {
    if (offset > end) return
    packet += page.length / ASR_PACKET_BYTES
    const bytes = audioPage(page, packet, packet === packets)
    if (offset + bytes.length > start) yield bytes.subarray(Math.max(0, start - offset), end + 1 - offset)
    offset += bytes.length
  }
}

/** Yields the packets of one page at a time. */
async function* packetPages(asr: RangeSource, packet: number, packets: number): AsyncGenerator<Buffer> {
  const fullPageBytes = PACKETS_PER_PAGE * ASR_PACKET_BYTES
  let pending: Buffer = Buffer.alloc(0)
  for await (const chunk of streamRange(asr, packet * ASR_PACKET_BYTES, packets * ASR_PACKET_BYTES)) {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= fullPageBytes) {
      yield pending.subarray(0, fullPageBytes)
      pending = pending.subarray(fullPageBytes)
    }
  }
  if (pending.length > 0) yield pending
}

const audioPage = (packets: Buffer, packetsSoFar: number, isLast: boolean): Buffer => {
  const count = packets.length / ASR_PACKET_BYTES
  const number = 1 + Math.ceil(packetsSoFar / PACKETS_PER_PAGE)
  const lengths = new Array<number>(count).fill(ASR_PACKET_BYTES)
  return oggPage({ flags: isLast ? FLAG_LAST : 0, samples: packetsSoFar * ASR_PACKET_SAMPLES, number, lengths, body: packets })
}

/** Returns the two header pages: OpusHead and an empty list of tags. */
export function headerPages(channels: 1 | 2 = 1, preSkip = PRE_SKIP): Buffer {
  const opusHead = Buffer.alloc(19)
  opusHead.write('OpusHead', 'latin1')
  opusHead.writeUInt8(1, 8)
  opusHead.writeUInt8(channels, 9)
  opusHead.writeUInt16LE(preSkip, 10)
  opusHead.writeUInt32LE(16_000, 12)
  const opusTags = Buffer.alloc(16)
  opusTags.write('OpusTags', 'latin1')
  return Buffer.concat([
    oggPage({ flags: FLAG_FIRST, samples: 0, number: 0, lengths: [19], body: opusHead }),
    oggPage({ flags: 0, samples: 0, number: 1, lengths: [16], body: opusTags }),
  ])
}

type Page = { flags: number; samples: number; number: number; lengths: number[]; body: Buffer }

/** Returns a page of the first stream of an Ogg file. `lengths` are its segments. */
export function oggPage({ flags, samples, number, lengths, body }: Page): Buffer {
  const page = Buffer.alloc(PAGE_HEADER_BYTES + lengths.length + body.length)
  page.write('OggS', 'latin1')
  page.writeUInt8(flags, 5)
  page.writeBigInt64LE(BigInt(samples), 6)
  page.writeUInt32LE(SERIAL, 14)
  page.writeUInt32LE(number, 18)
  page.writeUInt8(lengths.length, 26)
  page.set(lengths, PAGE_HEADER_BYTES)
  page.set(body, PAGE_HEADER_BYTES + lengths.length)
  page.writeUInt32LE(oggCrc(page), 22)
  return page
}

/** CRC of Ogg: polynomial 04c11db7, not reflected, no final inversion. */
function oggCrc(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) ^ CRC_TABLE[((crc >>> 24) ^ byte) & 255]!) >>> 0
  return crc
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc >>> 0
})
