import { OPUS_RATE, opusPacketSamples } from './opusPacket.ts'
import type { Bytes } from '#shared/units.ts'
import type { AudioSource } from '../AudioSource.ts'
import { streamRange, sizeOf } from '../AudioSource.ts'
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

/** A page of the stream at which reading can start. */
export type OpusPlace = { readonly head: OpusHead; readonly serial: number; readonly offset: Bytes }

export type OpusPackets = OpusPlace & {
  readonly packets: readonly Uint8Array[]
  readonly granule: number | null
  /** The first packet begins on an earlier page. */
  readonly isContinued: boolean
  /** The index of the stream: joined files are a sequence of streams, each with its own head. */
  readonly link: number
}

/**
 * Yields the packets of the first Opus stream of an Ogg file, page by page, without its two header packets, and then those of the
 * streams chained after it by joining files. Parallel streams (images, another title) are skipped. With `from`, starts at that
 * page, whose first packet must begin on it. Throws AudioError 'not-sound' when there is none.
 */
export async function* readOggOpus(source: AudioSource, from?: OpusPlace): AsyncGenerator<OpusPackets> {
  let serial = from?.serial ?? null
  let head = from?.head ?? null
  let tagsSeen = from !== undefined
  let [pages, link] = [0, 0]
  let hasAudio = from !== undefined
  for await (const page of readOggPackets(source, from?.offset ?? 0)) {
    let packets = page.packets
    // Parallel streams begin before the audio of the first one.
    const next = hasAudio && page.isFirst && packets[0] !== undefined ? parseHead(packets[0]) : null
    if (next !== null) {
      ;[head, serial, tagsSeen, hasAudio] = [next, page.serial, false, false]
      link++
      packets = packets.slice(1)
    }
    if (head === null) {
      head = packets[0] === undefined ? null : parseHead(packets[0])
      if (head === null) {
        if (++pages >= MAX_PAGES_BEFORE_HEAD) break
        continue
      }
      serial = page.serial
      packets = packets.slice(1)
    }
    if (serial === null || page.serial !== serial) continue
    if (!tagsSeen && packets.length > 0) {
      tagsSeen = true
      packets = packets.slice(1)
    }
    const { granule, offset, isContinued } = page
    if (packets.length === 0) continue
    hasAudio = true
    yield { head, serial, packets, granule, offset, isContinued, link }
  }
  if (head === null) throw new AudioError('not-sound', 'This Ogg file contains no Opus audio.')
}

/**
 * Returns the number of audible samples at 48 kHz, in total and per link: all packets minus what is skipped at the beginning and
 * trimmed at the end. Stops counting above `maxSamples`.
 */
export async function measureOggOpus(source: AudioSource, maxSamples = Infinity): Promise<OggOpusLength> {
  let first: OpusHead | null = null
  let samples = 0
  const links: number[] = []
  let link: LinkLength | null = null
  for await (const page of readOggOpus(source)) {
    first ??= page.head
    if (links.length <= page.link) {
      link = new LinkLength(page.head)
      links.push(0)
      samples = links.reduce((sum, length) => sum + length, 0)
    }
    links[page.link] = link!.add(page)
    if (samples + links[page.link]! > maxSamples) break
  }
  if (first === null) throw new AudioError('damaged', 'This Ogg file ends before its audio starts.')
  return { head: first, samples: links.reduce((sum, length) => sum + length, 0), links }
}

export type OggOpusLength = { readonly head: OpusHead; readonly samples: number; readonly links: readonly number[] }

class LinkLength {
  readonly #head: OpusHead
  #total = 0
  #start: number | null = null
  #trimmed = 0

  constructor(head: OpusHead) {
    this.#head = head
  }

  /** Returns the samples up to this page. */
  add({ packets, granule }: OpusPackets): number {
    const pageStart = this.#total
    for (const packet of packets) this.#total += opusPacketSamples(packet)
    if (granule !== null) {
      this.#start ??= Math.max(0, granule - this.#total)
      this.#trimmed = endTrim(granule - this.#start, pageStart, this.#total)
    }
    return Math.max(0, this.#total - this.#trimmed - this.#head.preSkip)
  }
}

/**
 * Returns how many samples a page trims at the end (the last page often does). A granule position beyond the packets is ignored: it
 * could claim days.
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
    throw new AudioError('not-sound', `This Opus file has ${channels} channels in an unknown order.`)
  return { channels, preSkip, streamCount, coupledStreamCount, channelMappingTable: table }
}

/** The packets that end on one page of an Ogg file, and its granule position (the number of samples at 48 kHz up to its end). */
type OggPage = Omit<OpusPackets, 'head' | 'link'> & {
  /** The first page of a stream. */
  readonly isFirst: boolean
}

const PAGE_HEADER_BYTES = 27
/** Maximum size of an audio packet in bytes. A larger one means that the lengths in the file are wrong. */
const MAX_PACKET_BYTES = 1024 * 1024
/** Maximum number of parallel streams: audio, images, a title. A file with thousands of them is an attack on memory. */
const MAX_STREAMS = 32
/** More packets than five hours of audio and five hours of images have. Reading the rest would waste time. */
const MAX_PACKETS = 16_000_000

/**
 * Yields the pages of every stream of an Ogg file in order. An incomplete page ends the file; unknown bytes are skipped. Throws
 * AudioError 'damaged' for more packets than any recording has.
 */
async function* readOggPackets(source: AudioSource, from: Bytes): AsyncGenerator<OggPage> {
  const partialPackets = new Map<number, Uint8Array[]>()
  let pending: Buffer = Buffer.alloc(0)
  let packetCount = 0
  // The file offset of `pending`.
  let base = from
  for await (const chunk of streamRange(source, from, await sizeOf(source))) {
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
      const parsedPage = { ...parsePage(pending.subarray(offset, offset + pageBytes), partialPackets), offset: base + offset }
      packetCount += parsedPage.packets.length
      if (packetCount > MAX_PACKETS) throw new AudioError('damaged', 'This Ogg file has too many packets.')
      yield parsedPage
      offset += pageBytes
    }
    pending = pending.subarray(offset)
    base += offset
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
function parsePage(pageBytes: Buffer, partialPackets: Map<number, Uint8Array[]>): Omit<OggPage, 'offset'> {
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
  return {
    serial,
    packets,
    granule: granule < 0n ? null : Number(granule),
    isContinued: continued,
    isFirst: (pageBytes[5]! & 2) === 2,
  }
}
