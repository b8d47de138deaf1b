import { OPUS_RATE, opusPacketSamples } from './opusPacket.ts'
import { readOggPackets } from './readOggPackets.ts'
import type { AudioSource } from '../AudioSource.ts'
import { AudioError } from '../audio.ts'

/** The first packet of an Opus stream, which describes the rest. */
export type OpusHead = {
  readonly channels: number
  /** Samples at 48 kHz to skip at the beginning. */
  readonly preSkip: number
  readonly streamCount: number
  readonly coupledStreamCount: number
  readonly channelMappingTable: number[]
}

/** Every stream begins on one of the first pages, so a file without Opus there has none. */
const MAX_PAGES_BEFORE_HEAD = 64

export type OpusPackets = { readonly head: OpusHead; readonly packets: readonly Uint8Array[]; readonly granule: number | null }

/**
 * Yields the packets of the first Opus stream of an Ogg file, page by page, without its two header packets. Other streams
 * (images, another title) are skipped. Throws AudioError 'not-sound' when there is none.
 */
export async function* readOggOpus(source: AudioSource): AsyncGenerator<OpusPackets> {
  let serial: number | null = null
  let head: OpusHead | null = null
  let tagsSeen = false
  let pages = 0
  for await (const page of readOggPackets(source)) {
    let packets = page.packets
    if (head === null) {
      head = packets[0] === undefined ? null : parseHead(packets[0])
      if (head === null) {
        if (++pages >= MAX_PAGES_BEFORE_HEAD) break
        continue
      }
      serial = page.serial
      packets = packets.slice(1)
    }
    if (page.serial !== serial) continue
    if (!tagsSeen && packets.length > 0) {
      tagsSeen = true
      packets = packets.slice(1)
    }
    if (packets.length > 0) yield { head, packets, granule: page.granule }
  }
  if (head === null) throw new AudioError('not-sound', 'This Ogg file holds no Opus sound.')
}

/**
 * Returns the number of audible samples at 48 kHz: all packets minus what is skipped at the beginning and trimmed at the end.
 * Stops counting above `maxSamples`.
 */
export async function measureOggOpus(source: AudioSource, maxSamples = Infinity): Promise<{ head: OpusHead; samples: number }> {
  let head: OpusHead | null = null
  let total = 0
  let start: number | null = null
  let trimmed = 0
  for await (const page of readOggOpus(source)) {
    head = page.head
    const pageStart = total
    for (const packet of page.packets) total += opusPacketSamples(packet)
    if (total - page.head.preSkip > maxSamples) return { head, samples: total - page.head.preSkip }
    if (page.granule === null) continue
    start ??= Math.max(0, page.granule - total)
    trimmed = endTrim(page.granule - start, pageStart, total)
  }
  if (head === null) throw new AudioError('damaged', 'This Ogg file ends before its sound begins.')
  return { head, samples: Math.max(0, total - trimmed - head.preSkip) }
}

/**
 * Returns how many samples a page trims at the end (the last page often does). A granule position beyond the packets is not
 * trusted: it could claim days.
 */
const endTrim = (end: number, pageStart: number, total: number): number => (end > pageStart && end < total ? total - end : 0)

function parseHead(packet: Uint8Array): OpusHead | null {
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength)
  if (bytes.length < 19 || bytes.toString('latin1', 0, 8) !== 'OpusHead') return null
  const channels = bytes[9]!
  const preSkip = Math.min(bytes.readUInt16LE(10), OPUS_RATE)
  const family = bytes[18]!
  if (family === 0 && (channels === 1 || channels === 2))
    return {
      channels,
      preSkip,
      streamCount: 1,
      coupledStreamCount: channels - 1,
      channelMappingTable: channels === 2 ? [0, 1] : [0],
    }
  const table = [...bytes.subarray(21, 21 + channels)]
  const [streamCount = 0, coupledStreamCount = 0] = bytes.subarray(19, 21)
  const outputs = streamCount + coupledStreamCount
  const isValid =
    coupledStreamCount <= streamCount &&
    streamCount > 0 &&
    table.length === channels &&
    table.every((n) => n < outputs || n === 255)
  if (channels < 1 || channels > 8 || family > 1 || !isValid)
    throw new AudioError('not-sound', `This Opus file has ${channels} channels in an order we do not know.`)
  return { channels, preSkip, streamCount, coupledStreamCount, channelMappingTable: table }
}
