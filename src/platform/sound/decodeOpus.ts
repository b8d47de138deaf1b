import { OpusDecoder } from 'opus-decoder'
import { ASR_PACKET_SAMPLES, readAsrPackets } from './asrPackets.ts'
import { isOpusPacket, OPUS_RATE, opusPacketSamples } from './isOpusPacket.ts'
import { measureOggOpus, readOggOpus } from './readOggOpus.ts'
import type { OpusHead } from './readOggOpus.ts'
import type { SoundSource } from './SoundSource.ts'
import { SoundError, SPEECH_RATE } from './sound.ts'

/** Opus samples per output sample: the decoder itself outputs 16 kHz. */
const STEP = OPUS_RATE / SPEECH_RATE
/** The decoder needs 80 ms until it sounds as if it had started earlier. Decoding a little more costs nothing. */
const WARM_UP = OPUS_RATE / 5
/** A file is damaged when more than this many packets, and more than half of all, cannot be decoded. */
const MANY_BAD_PACKETS = 200
/** Maximum packet size of the decoder in bytes, per channel. */
const LONGEST_PACKET = 3840
const MONO = { channels: 1, streamCount: 1, coupledStreamCount: 0, channelMappingTable: [0] }

/** Decodes bare 80-byte packets from sample `start` (16 kHz) on, to 16 kHz mono. */
export async function* decodeAsr(source: SoundSource, start: number): AsyncGenerator<Float32Array> {
  const first = Math.max(0, Math.floor((start * STEP - WARM_UP) / ASR_PACKET_SAMPLES))
  const packets = new PacketDecoder(MONO, start - (first * ASR_PACKET_SAMPLES) / STEP)
  try {
    await packets.ready
    for await (const batch of readAsrPackets(source, first)) yield packets.decode(batch, () => ASR_PACKET_SAMPLES)
  } finally {
    packets.free()
  }
}

/** Decodes an Ogg Opus file from sample `start` (16 kHz) on, to 16 kHz mono, exactly as long as `measureOggOpus` returns. */
export async function* decodeOggOpus(source: SoundSource, start: number): AsyncGenerator<Float32Array> {
  const { head, samples } = await measureOggOpus(source)
  const from = start * STEP + head.preSkip
  const packets = new PacketDecoder(layoutOf(head), 0)
  let left = Math.floor(samples / STEP) - start
  let at = 0
  try {
    await packets.ready
    for await (const page of readOggOpus(source)) {
      const begin = at
      for (const packet of page.packets) at += opusPacketSamples(packet)
      if (at <= from - WARM_UP) continue
      packets.startAt(Math.round((from - begin) / STEP))
      const sound = packets.decode(page.packets, opusPacketSamples)
      if (left > 0) yield sound.subarray(0, left)
      left -= sound.length
    }
  } finally {
    packets.free()
  }
}

/** The decoder mixes one or two channels itself, better than adding its output. More channels are mixed here. */
const layoutOf = (head: OpusHead) => (head.channels <= 2 ? MONO : head)

type Layout = Pick<OpusHead, 'channels' | 'streamCount' | 'coupledStreamCount' | 'channelMappingTable'>

/** Decodes packets one by one. A bad packet becomes silence of its duration, so that the timing stays right. */
class PacketDecoder {
  readonly ready: Promise<void>
  readonly #decoder: OpusDecoder<16_000>
  readonly #longest: number
  #toSkip: number
  #started = false
  #bad = 0
  #seen = 0

  constructor({ channels, streamCount, coupledStreamCount, channelMappingTable }: Layout, toSkip: number) {
    const layout = { channels, streamCount, coupledStreamCount, channelMappingTable }
    this.#decoder = new OpusDecoder({ ...layout, sampleRate: SPEECH_RATE })
    this.#longest = LONGEST_PACKET * channels
    this.#toSkip = toSkip
    this.ready = this.#decoder.ready
  }

  /** Sets how many samples to skip before the first one that is needed. Only the first call has an effect. */
  startAt(toSkip: number): void {
    if (!this.#started) this.#toSkip = Math.max(0, toSkip)
    this.#started = true
  }

  decode(packets: readonly Uint8Array[], lengthOf: (packet: Uint8Array) => number): Float32Array {
    const lengths = packets.map((packet) => lengthOf(packet) / STEP)
    const sound = new Float32Array(lengths.reduce((sum, length) => sum + length, 0))
    let at = 0
    for (const [i, packet] of packets.entries()) {
      const length = lengths[i]!
      sound.set(this.#decodeOne(packet).subarray(0, length), at)
      at += length
    }
    const skipped = Math.min(this.#toSkip, sound.length)
    this.#toSkip -= skipped
    return sound.subarray(skipped)
  }

  free(): void {
    this.#decoder.free()
  }

  /** Checks packets first, because the decoder writes to the console for each packet it refuses. */
  #decodeOne(packet: Uint8Array): Float32Array {
    this.#seen++
    const fits = packet.length <= this.#longest && isOpusPacket(packet)
    const { channelData, errors } = fits ? this.#decoder.decodeFrame(packet) : { channelData: [], errors: [null] }
    if (errors.length > 0) this.#bad++
    if (this.#bad > MANY_BAD_PACKETS && this.#bad > this.#seen / 2)
      throw new SoundError('damaged', 'Most of this Opus sound cannot be decoded.')
    const [first, ...others] = channelData
    if (errors.length > 0 || first === undefined) return new Float32Array(0)
    if (others.length === 0) return first
    return first.map((sample, i) => others.reduce((sum, channel) => sum + channel[i]!, sample) / channelData.length)
  }
}
