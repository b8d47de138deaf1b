import { Readable } from 'node:stream'
import type { Bytes, Millis } from '#shared/units.ts'
import { KiB } from '#shared/units.ts'
import { AudioError } from '../audio.ts'
import type { RangeSource } from '../AudioSource.ts'
import { FLAG_LAST, headerPages, oggPage } from './asr.ts'
import { OPUS_RATE, opusPacketSamples } from './opusPacket.ts'
import { readOggOpus, type OpusPlace } from './readOggOpus.ts'

type Span = { readonly start: Millis; readonly end: Millis }

/** A position in a clip at which reading can resume without reading the pages before it. */
type Checkpoint = {
  /** Bytes of the clip before this position. */
  readonly at: Bytes
  readonly place: OpusPlace
  /** Samples of the recording before this position. */
  readonly played: number
  /** The number of the next page, and the samples of the pages before it. */
  readonly number: number
  readonly samples: number
}

/** Bytes of the recording between two checkpoints. Each takes 100 bytes of memory. */
const CHECKPOINT_BYTES: Bytes = 256 * KiB
/** A page of an Ogg file has at most 255 segments. */
const MAX_SEGMENTS = 255

/**
 * Returns part of an Ogg file as a separate file. The span may begin inside a page, so the packets are written into new pages, on
 * demand and never all in memory. Rejects with AudioError 'too-short' when no packet lies within the span.
 */
export async function cutOggOpus(source: RangeSource, span: Span): Promise<RangeSource> {
  const checkpoints: Checkpoint[] = []
  let [size, pages] = [0, 0]
  for await (const page of clipPages(source, span, { onCheckpoint: (each) => checkpoints.push({ ...each, at: size }) })) {
    size += page.length
    pages++
  }
  // The first two pages are the header.
  if (pages < 2) throw new AudioError('too-short', 'The clip contains no audio.')
  return {
    size,
    open: ({ start, end }) => {
      const from = checkpoints.findLast(({ at }) => at <= start && at > 0)
      return Promise.resolve(Readable.from(bytesOf(clipPages(source, span, { from }), start - (from?.at ?? 0), end - start + 1)))
    },
  }
}

async function* bytesOf(pages: AsyncIterable<Buffer>, skipped: Bytes, length: Bytes): AsyncGenerator<Buffer> {
  let [toSkip, left] = [skipped, length]
  for await (const page of pages) {
    const part = page.subarray(Math.min(toSkip, page.length)).subarray(0, left)
    toSkip = Math.max(0, toSkip - page.length)
    left -= part.length
    if (part.length > 0) yield part
    if (left <= 0) return
  }
}

type From = { readonly from?: Checkpoint | undefined; readonly onCheckpoint?: (checkpoint: Omit<Checkpoint, 'at'>) => void }

/** Yields the header and the pages of a clip, or those from a checkpoint on. The result is always the same. */
async function* clipPages(source: RangeSource, { start, end }: Span, { from, onCheckpoint }: From): AsyncGenerator<Buffer> {
  const writer = new OggWriter(from)
  let played = from?.played ?? null
  let block = blockOf(from?.place.offset ?? 0)
  let lastLink = 0
  for await (const { head, serial, offset, isContinued, packets, link } of readOggOpus(source, from?.place)) {
    if (head.channels > 2) throw new AudioError('not-sound', 'A clip of a recording with more than two channels cannot be made.')
    if (played === null) {
      yield headerPages(head.channels as 1 | 2, 0)
      played = -head.preSkip
    } else if (link !== lastLink) played -= head.preSkip
    lastLink = link
    if (blockOf(offset) !== block && !isContinued) {
      block = blockOf(offset)
      yield* writer.end(0)
      onCheckpoint?.({ place: { head, serial, offset }, played, ...writer.state() })
    }
    for (const packet of packets) {
      const begins = (played * 1000) / OPUS_RATE
      played += opusPacketSamples(packet)
      if (begins >= start && (played * 1000) / OPUS_RATE <= end) yield* writer.add(packet)
    }
    if ((played * 1000) / OPUS_RATE > end) break
  }
  yield* writer.end(FLAG_LAST)
}

const blockOf = (offset: Bytes): number => Math.floor(offset / CHECKPOINT_BYTES)

/** Writes packets into pages of about one second. */
class OggWriter {
  #packets: Uint8Array[] = []
  #segments = 0
  #samples: number
  #pageSamples = 0
  #number: number

  constructor({ number, samples }: Pick<Checkpoint, 'number' | 'samples'> = { number: 2, samples: 0 }) {
    this.#number = number
    this.#samples = samples
  }

  /** Returns what another writer needs to continue after these pages. */
  state(): Pick<Checkpoint, 'number' | 'samples'> {
    return { number: this.#number, samples: this.#samples }
  }

  /** Adds a packet, and yields the current page first if it is full. */
  *add(packet: Uint8Array): Generator<Buffer> {
    const segments = Math.floor(packet.length / 255) + 1
    if (this.#segments + segments > MAX_SEGMENTS || this.#pageSamples >= OPUS_RATE) yield* this.end(0)
    // Copied, because the reader reuses its buffer.
    this.#packets.push(Uint8Array.from(packet))
    this.#segments += segments
    this.#pageSamples += opusPacketSamples(packet)
  }

  /** Yields the unfinished page. */
  *end(flags: number): Generator<Buffer> {
    if (this.#packets.length === 0) return
    this.#samples += this.#pageSamples
    const lengths = this.#packets.flatMap(({ length }) => [...Array<number>(Math.floor(length / 255)).fill(255), length % 255])
    const body = Buffer.concat(this.#packets)
    this.#packets = []
    this.#segments = 0
    this.#pageSamples = 0
    yield oggPage({ flags, samples: this.#samples, number: this.#number++, lengths, body })
  }
}
