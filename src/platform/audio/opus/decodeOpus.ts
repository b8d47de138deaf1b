import { OpusDecoder } from 'opus-decoder'
import { ASR_PACKET_SAMPLES, readAsrPackets } from './asr.ts'
import { isOpusPacket, OPUS_RATE, opusPacketSamples } from './opusPacket.ts'
import { measureOggOpus, readOggOpus } from './readOggOpus.ts'
import type { OpusHead } from './readOggOpus.ts'
import type { AudioSource } from '../AudioSource.ts'
import { AudioError, SPEECH_SAMPLE_RATE } from '../audio.ts'

/** Opus samples per output sample: the decoder itself outputs 16 kHz. */
const RATE_RATIO = OPUS_RATE / SPEECH_SAMPLE_RATE
/** The decoder needs 80 ms until it sounds as if it had started earlier. Decoding a little more costs nothing. */
const WARM_UP = OPUS_RATE / 5
/** A file is damaged when more than this many packets, and more than half of all, cannot be decoded. */
const MAX_BAD_PACKETS = 200
/** Maximum packet size of the decoder in bytes, per channel. */
const MAX_CHANNEL_PACKET_BYTES = 3840
const MONO = { channels: 1, streamCount: 1, coupledStreamCount: 0, channelMappingTable: [0] }

/** Decodes bare 80-byte packets from sample `start` (16 kHz) on, to 16 kHz mono. */
export async function* decodeAsr(source: AudioSource, start: number): AsyncGenerator<Float32Array> {
  const first = Math.max(0, Math.floor((start * RATE_RATIO - WARM_UP) / ASR_PACKET_SAMPLES))
  const packets = new PacketDecoder(MONO, start - (first * ASR_PACKET_SAMPLES) / RATE_RATIO)
  try {
    await packets.ready
    for await (const batch of readAsrPackets(source, first)) yield packets.decode(batch, () => ASR_PACKET_SAMPLES)
  } finally {
    packets.free()
  }
}

/** Decodes an Ogg Opus file from sample `start` (16 kHz) on, to 16 kHz mono, exactly as long as `measureOggOpus` returns. */
export async function* decodeOggOpus(source: AudioSource, start: number): AsyncGenerator<Float32Array> {
  const { head, samples } = await measureOggOpus(source)
  const from = start * RATE_RATIO + head.preSkip
  const packets = new PacketDecoder(channelLayout(head), 0)
  let remaining = Math.floor(samples / RATE_RATIO) - start
  let position = 0
  try {
    await packets.ready
    for await (const page of readOggOpus(source)) {
      const pageStart = position
      for (const packet of page.packets) position += opusPacketSamples(packet)
      if (position <= from - WARM_UP) continue
      packets.setSkip(Math.round((from - pageStart) / RATE_RATIO))
      const pcm = packets.decode(page.packets, opusPacketSamples)
      if (remaining > 0) yield pcm.subarray(0, remaining)
      remaining -= pcm.length
    }
  } finally {
    packets.free()
  }
}

/** The decoder mixes one or two channels itself, better than adding its output. More channels are mixed here. */
const channelLayout = (head: OpusHead) => (head.channels <= 2 ? MONO : head)

type Layout = Pick<OpusHead, 'channels' | 'streamCount' | 'coupledStreamCount' | 'channelMappingTable'>

/** Decodes packets one by one. A bad packet becomes silence of its duration, so that the timing stays right. */
class PacketDecoder {
  readonly ready: Promise<void>
  readonly #decoder: OpusDecoder<16_000>
  readonly #maxPacketBytes: number
  #toSkip: number
  #started = false
  #failed = 0
  #total = 0

  constructor({ channels, streamCount, coupledStreamCount, channelMappingTable }: Layout, toSkip: number) {
    const layout = { channels, streamCount, coupledStreamCount, channelMappingTable }
    this.#decoder = new OpusDecoder({ ...layout, sampleRate: SPEECH_SAMPLE_RATE })
    this.#maxPacketBytes = MAX_CHANNEL_PACKET_BYTES * channels
    this.#toSkip = toSkip
    this.ready = this.#decoder.ready
  }

  /** Sets how many samples to skip before the first one that is needed. Only the first call has an effect. */
  setSkip(toSkip: number): void {
    if (!this.#started) this.#toSkip = Math.max(0, toSkip)
    this.#started = true
  }

  decode(packets: readonly Uint8Array[], lengthOf: (packet: Uint8Array) => number): Float32Array {
    const lengths = packets.map((packet) => lengthOf(packet) / RATE_RATIO)
    const pcm = new Float32Array(lengths.reduce((sum, length) => sum + length, 0))
    let position = 0
    for (const [i, packet] of packets.entries()) {
      const length = lengths[i]!
      pcm.set(this.#decodePacket(packet).subarray(0, length), position)
      position += length
    }
    const skipped = Math.min(this.#toSkip, pcm.length)
    this.#toSkip -= skipped
    return pcm.subarray(skipped)
  }

  free(): void {
    this.#decoder.free()
  }

  /** Checks packets first, because the decoder writes to the console for each packet it refuses. */
  #decodePacket(packet: Uint8Array): Float32Array {
    this.#total++
    const isValid = packet.length <= this.#maxPacketBytes && isOpusPacket(packet)
    const { channelData, errors } = isValid ? this.#decoder.decodeFrame(packet) : { channelData: [], errors: [null] }
    if (errors.length > 0) this.#failed++
    if (this.#failed > MAX_BAD_PACKETS && this.#failed > this.#total / 2)
      throw new AudioError('damaged', 'Most of this Opus audio cannot be decoded.')
    const [first, ...others] = channelData
    if (errors.length > 0 || first === undefined) return new Float32Array(0)
    if (others.length === 0) return first
    return first.map((sample, i) => others.reduce((sum, channel) => sum + channel[i]!, sample) / channelData.length)
  }
}
