import type { ChannelMeter } from '#shared/audio/channelSpans.ts'
import { Downmixer, weightsOf } from '#shared/audio/Downmixer.ts'
import { Resampler } from '#shared/audio/Resampler.ts'
import { TRANSCODE_RATE } from '../../../rules.ts'
import type { Channels } from './decodeTrack.ts'

/** Mixes all channels down to one at 16 kHz, and measures them. Sample rate and channels may change. */
export async function* toSpeechRate(pieces: AsyncIterable<Channels>, meter?: ChannelMeter): AsyncGenerator<Float32Array> {
  let converter: Converter | null = null
  for await (const piece of pieces) {
    if (!converter?.fits(piece)) {
      if (converter) yield* converter.finish()
      converter = new Converter(piece)
    }
    meter?.push(piece.channels, piece.sampleRate)
    yield converter.push(piece)
  }
  if (converter) yield* converter.finish()
}

/** Converts audio of one sample rate and one number of channels. */
class Converter {
  readonly #sampleRate: number
  readonly #count: number
  readonly #downmixer: Downmixer
  readonly #resampler: Resampler

  constructor({ sampleRate, channels }: Channels) {
    this.#sampleRate = sampleRate
    this.#count = channels.length
    this.#downmixer = new Downmixer({ weights: weightsOf(channels.length), blockSize: Math.round(sampleRate / 10) })
    this.#resampler = new Resampler(sampleRate, TRANSCODE_RATE)
  }

  fits({ sampleRate, channels }: Channels): boolean {
    return sampleRate === this.#sampleRate && channels.length === this.#count
  }

  push({ channels }: Channels): Float32Array {
    return this.#resampler.push(this.#downmixer.push(channels))
  }

  finish(): Float32Array[] {
    return [this.#resampler.push(this.#downmixer.finish()), this.#resampler.finish()]
  }
}

/** Samples that are mixed at once. */
const BLOCK = TRANSCODE_RATE

/** Adds tracks of one sample rate that begin at the same time. Ends with the longest. */
export async function* mixTracks(tracks: readonly AsyncIterable<Float32Array>[]): AsyncGenerator<Float32Array> {
  if (tracks.length === 1) return yield* tracks[0]!
  const readers = tracks.map((track) => new BlockReader(track))
  for (;;) {
    const blocks = await Promise.all(readers.map((reader) => reader.read(BLOCK)))
    const length = Math.max(...blocks.map((block) => block.length))
    if (length === 0) return
    const mixed = new Float32Array(length)
    for (const block of blocks) for (let i = 0; i < block.length; i++) mixed[i]! += block[i]!
    yield mixed
  }
}

/** Reads chunks of any length as blocks of a fixed length. */
class BlockReader {
  readonly #chunks: AsyncIterator<Float32Array>
  #rest = new Float32Array(0)

  constructor(chunks: AsyncIterable<Float32Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Returns a shorter block at the end, and then empty ones. */
  async read(length: number): Promise<Float32Array> {
    const block = new Float32Array(length)
    let filled = 0
    while (filled < length) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next()
        if (next.done) break
        this.#rest = Float32Array.from(next.value)
      }
      const part = this.#rest.subarray(0, length - filled)
      block.set(part, filled)
      filled += part.length
      this.#rest = this.#rest.subarray(part.length)
    }
    return block.subarray(0, filled)
  }
}
