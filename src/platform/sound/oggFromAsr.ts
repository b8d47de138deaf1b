import { Readable } from 'node:stream'
import { ASR_PACKET, ASR_PACKET_SAMPLES } from './asrPackets.ts'
import { streamFrom } from './SoundSource.ts'
import type { RangeSource } from './SoundSource.ts'
import type { Bytes } from '#kit/units.ts'
import type { ByteRange } from '#platform/blobs/blobs.ts'

/** Each page holds one second. All pages but the last have the same size, so any range can be computed directly. */
const PACKETS_A_PAGE = 50
const PAGE_HEAD: Bytes = 27
const PAGE: Bytes = PAGE_HEAD + PACKETS_A_PAGE + PACKETS_A_PAGE * ASR_PACKET
const SERIAL = 1
/** Samples at 48 kHz that the encoder adds at the beginning. */
const PRE_SKIP = 312
const FLAG_FIRST = 2
const FLAG_LAST = 4

/** Returns the size of the Ogg file for a recording of bare 80-byte packets (.asr) of this size. */
export function oggSize(asrBytes: Bytes): Bytes {
  const packets = Math.floor(asrBytes / ASR_PACKET)
  const pages = Math.ceil(packets / PACKETS_A_PAGE)
  return heads().length + pages * PAGE_HEAD + packets * (1 + ASR_PACKET)
}

/**
 * Returns the bytes of the Ogg file, computed from the packets on demand. No second copy is stored. `range` must be within
 * `asrOggSize(asr.size)`, both ends inclusive. Without it the whole file is returned.
 */
export function readOgg(asr: RangeSource, range: ByteRange = { start: 0, end: oggSize(asr.size) - 1 }): Readable {
  return Readable.from(pieces(asr, range), { objectMode: false })
}

async function* pieces(asr: RangeSource, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const head = heads()
  if (start < head.length) yield head.subarray(start, end + 1)
  const packets = Math.floor(asr.size / ASR_PACKET)
  const first = Math.max(0, Math.floor((start - head.length) / PAGE))
  let at = head.length + first * PAGE
  let packet = first * PACKETS_A_PAGE
  for await (const page of pagesFrom(asr, packet, packets)) {
    if (at > end) return
    packet += page.length / ASR_PACKET
    const bytes = soundPage(page, packet, packet === packets)
    if (at + bytes.length > start) yield bytes.subarray(Math.max(0, start - at), end + 1 - at)
    at += bytes.length
  }
}

/** Yields the packets of one page at a time. */
async function* pagesFrom(asr: RangeSource, packet: number, packets: number): AsyncGenerator<Buffer> {
  const full = PACKETS_A_PAGE * ASR_PACKET
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of streamFrom(asr, packet * ASR_PACKET, packets * ASR_PACKET)) {
    held = Buffer.concat([held, piece])
    while (held.length >= full) {
      yield held.subarray(0, full)
      held = held.subarray(full)
    }
  }
  if (held.length > 0) yield held
}

const soundPage = (packets: Buffer, packetsSoFar: number, last: boolean): Buffer => {
  const count = packets.length / ASR_PACKET
  const number = 1 + Math.ceil(packetsSoFar / PACKETS_A_PAGE)
  const lengths = new Array<number>(count).fill(ASR_PACKET)
  return oggPage({ flags: last ? FLAG_LAST : 0, samples: packetsSoFar * ASR_PACKET_SAMPLES, number, lengths, body: packets })
}

/** Returns the two header pages: OpusHead and an empty list of tags. */
function heads(): Buffer {
  const opusHead = Buffer.alloc(19)
  opusHead.write('OpusHead', 'latin1')
  opusHead.writeUInt8(1, 8)
  opusHead.writeUInt8(1, 9)
  opusHead.writeUInt16LE(PRE_SKIP, 10)
  opusHead.writeUInt32LE(16_000, 12)
  const opusTags = Buffer.alloc(16)
  opusTags.write('OpusTags', 'latin1')
  return Buffer.concat([
    oggPage({ flags: FLAG_FIRST, samples: 0, number: 0, lengths: [19], body: opusHead }),
    oggPage({ flags: 0, samples: 0, number: 1, lengths: [16], body: opusTags }),
  ])
}

type Page = { flags: number; samples: number; number: number; lengths: number[]; body: Buffer }

function oggPage({ flags, samples, number, lengths, body }: Page): Buffer {
  const page = Buffer.alloc(PAGE_HEAD + lengths.length + body.length)
  page.write('OggS', 'latin1')
  page.writeUInt8(flags, 5)
  page.writeBigInt64LE(BigInt(samples), 6)
  page.writeUInt32LE(SERIAL, 14)
  page.writeUInt32LE(number, 18)
  page.writeUInt8(lengths.length, 26)
  page.set(lengths, PAGE_HEAD)
  page.set(body, PAGE_HEAD + lengths.length)
  page.writeUInt32LE(oggChecksum(page), 22)
  return page
}

/** CRC of Ogg: polynomial 04c11db7, not reflected, no final inversion. */
function oggChecksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ CHECKSUMS[((sum >>> 24) ^ byte) & 255]!) >>> 0
  return sum
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  return sum >>> 0
})
