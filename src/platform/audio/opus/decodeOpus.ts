import { OpusDecoder } from 'opus-decoder'
import { ASR_PACKET_SAMPLES, readAsrPackets } from './asr.ts'
import { isOpusPacket, OPUS_RATE, opusPacketSamples } from './opusPacket.ts'
import { measureOggOpus, readOggOpus } from './readOggOpus.ts'
import type { OpusHead, OpusPackets } from './readOggOpus.ts'
import { Downmixer, weightsOf } from '#shared/audio/Downmixer.ts'
import type { AudioSource } from '../AudioSource.ts'
import { AudioError, SPEECH_SAMPLE_RATE } from '../audio.ts'
import { type SpeechRateOptions, wantedWeights } from '../SpeechRateMixer.ts'

/** Opus samples per output sample: the decoder itself outputs 16 kHz. */
const RATE_RATIO = OPUS_RATE / SPEECH_SAMPLE_RATE
/** After 80 ms the decoder's output no longer depends on where it started. Decoding a little more costs nothing. */
const WARM_UP = OPUS_RATE / 5
/** A file counts as damaged when more than this many packets, and more than half of all, cannot be decoded. */
const MAX_BAD_PACKETS = 200
/** Maximum packet size of the decoder in bytes, per channel. */
const MAX_CHANNEL_PACKET_BYTES = 3840
/** The mixing of channels is decided once per block of 0.1 s, in samples at 16 kHz. */
const MIX_BLOCK = SPEECH_SAMPLE_RATE / 10
const MONO = { channels: 1, streamCount: 1, coupledStreamCount: 0, channelMappingTable: [0] }

/** Decodes bare 80-byte packets from sample `start` (16 kHz) on, to 16 kHz mono. */
export async function* decodeAsr(source: AudioSource, start: number): AsyncGenerator<Float32Array> {
  const first = Math.max(0, Math.floor((start * RATE_RATIO - WARM_UP) / ASR_PACKET_SAMPLES))
  const packets = new PacketDecoder(MONO)
  let toSkip = start - (first * ASR_PACKET_SAMPLES) / RATE_RATIO
  try {
    await packets.ready
    for await (const batch of readAsrPackets(source, first)) {
      const [samples = new Float32Array(0)] = packets.decode(batch, () => ASR_PACKET_SAMPLES)
      const skipped = Math.min(toSkip, samples.length)
      toSkip -= skipped
      yield samples.subarray(skipped)
    }
  } finally {
    packets.free()
  }
}

/** Decodes an Ogg Opus file from a sample (16 kHz) on, to 16 kHz mono, exactly as long as `measureOggOpus` returns. */
export async function* decodeOggOpus(source: AudioSource, { start, channel }: SpeechRateOptions): AsyncGenerator<Float32Array> {
  const { links } = await measureOggOpus(source)
  let link: LinkDecoder | undefined
  let end = 0
  try {
    for await (const page of readOggOpus(source)) {
      if (page.link !== link?.number) {
        if (link) yield link.finish()
        link?.free()
        const length = Math.floor((links[page.link] ?? 0) / RATE_RATIO)
        link = new LinkDecoder(page, { length, start: start - end, channel })
        end += length
        await link.ready
      }
      yield link.decode(page)
    }
    if (link) yield link.finish()
  } finally {
    link?.free()
  }
}

/** Decodes one of the consecutive streams of a chained file. */
class LinkDecoder {
  readonly number: number
  readonly ready: Promise<void>
  readonly #packets: PacketDecoder
  /** The first sample to return, at 48 kHz, counting those skipped at the beginning. */
  readonly #from: number
  readonly #weights: readonly number[]
  #mixer: Downmixer | null = null
  /** Position of the next packet, at 48 kHz. */
  #position = 0
  #toSkip = 0
  #remaining: number

  constructor({ head, link }: OpusPackets, { length, start, channel }: SpeechRateOptions & { length: number }) {
    const wanted = Math.min(Math.max(0, start), length)
    this.number = link
    this.#packets = new PacketDecoder(head)
    this.ready = this.#packets.ready
    this.#from = wanted * RATE_RATIO + head.preSkip
    this.#remaining = length - wanted
    this.#weights = wantedWeights(weightsOf(head.channels, 'vorbis'), channel)
  }

  /** Decodes the packets of a page, skipping those that end long before the start. */
  decode({ packets }: OpusPackets): Float32Array {
    const pageStart = this.#position
    for (const packet of packets) this.#position += opusPacketSamples(packet)
    if (this.#remaining <= 0 || this.#position <= this.#from - WARM_UP) return new Float32Array(0)
    if (!this.#mixer) {
      const blocks = { blockSize: MIX_BLOCK, position: pageStart / RATE_RATIO }
      this.#mixer = new Downmixer({ weights: this.#weights, ...blocks })
      this.#toSkip = Math.max(0, Math.round((this.#from - pageStart) / RATE_RATIO))
    }
    return this.#cut(this.#mixer.push(this.#packets.decode(packets, opusPacketSamples)))
  }

  finish(): Float32Array {
    return this.#cut(this.#mixer?.finish() ?? new Float32Array(0))
  }

  free(): void {
    this.#packets.free()
  }

  #cut(samples: Float32Array): Float32Array {
    const wanted = samples.subarray(Math.min(this.#toSkip, samples.length))
    this.#toSkip -= samples.length - wanted.length
    const cut = wanted.subarray(0, Math.max(0, this.#remaining))
    this.#remaining -= cut.length
    return cut
  }
}

type Layout = Pick<OpusHead, 'channels' | 'streamCount' | 'coupledStreamCount' | 'channelMappingTable'>

/** Decodes packets one by one. A bad packet becomes silence of the same duration, so the timing stays right. */
class PacketDecoder {
  readonly ready: Promise<void>
  readonly #decoder: OpusDecoder<16_000>
  readonly #maxPacketBytes: number
  readonly #channels: number
  #failed = 0
  #total = 0

  constructor({ channels, streamCount, coupledStreamCount, channelMappingTable }: Layout) {
    const layout = { channels, streamCount, coupledStreamCount, channelMappingTable }
    this.#decoder = new OpusDecoder({ ...layout, sampleRate: SPEECH_SAMPLE_RATE })
    this.#maxPacketBytes = MAX_CHANNEL_PACKET_BYTES * channels
    this.#channels = channels
    this.ready = this.#decoder.ready
  }

  /** Returns the samples of each channel. */
  decode(packets: readonly Uint8Array[], lengthOf: (packet: Uint8Array) => number): Float32Array[] {
    const lengths = packets.map((packet) => lengthOf(packet) / RATE_RATIO)
    const total = lengths.reduce((sum, length) => sum + length, 0)
    const pcm = Array.from({ length: this.#channels }, () => new Float32Array(total))
    let position = 0
    for (const [i, packet] of packets.entries()) {
      const length = lengths[i]!
      for (const [n, samples] of this.#decodePacket(packet).entries()) pcm[n]?.set(samples.subarray(0, length), position)
      position += length
    }
    return pcm
  }

  free(): void {
    this.#decoder.free()
  }

  /** Checks packets first, because the decoder writes to the console for each packet it refuses. */
  #decodePacket(packet: Uint8Array): readonly Float32Array[] {
    this.#total++
    const isValid = packet.length <= this.#maxPacketBytes && isOpusPacket(packet)
    const { channelData, errors } = isValid ? this.#decoder.decodeFrame(packet) : { channelData: [], errors: [null] }
    if (errors.length > 0) this.#failed++
    if (this.#failed > MAX_BAD_PACKETS && this.#failed > this.#total / 2)
      throw new AudioError('damaged', 'Most of this Opus audio cannot be decoded.')
    return errors.length > 0 ? [] : channelData
  }
}
