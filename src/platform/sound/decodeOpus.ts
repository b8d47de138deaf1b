import { OpusDecoder } from 'opus-decoder'
import { ASR_PACKET_SAMPLES, readAsrPackets } from './asrPackets.ts'
import { isOpusPacket } from './isOpusPacket.ts'
import { OPUS_RATE, opusPacketSamples } from './opusPacketSamples.ts'
import { measureOggOpus, readOggOpus } from './readOggOpus.ts'
import type { OpusHead } from './readOggOpus.ts'
import type { SoundSource } from './SoundSource.ts'
import { SoundError, SPEECH_RATE } from './sound.ts'

/** Opus samples per sample at the rate of speech: the decoder itself answers at 16 kHz. */
const STEP = OPUS_RATE / SPEECH_RATE
/** The decoder needs 80 ms before it sounds as if it had begun earlier; a little more costs nothing. */
const WARM_UP = OPUS_RATE / 5
/** When so many packets cannot be decoded and they are the most of all, it is no recording of anything. */
const MANY_BAD_PACKETS = 200
/** Longest packet the decoder has room for, by channel. */
const LONGEST_PACKET = 3840
const MONO = { channels: 1, streamCount: 1, coupledStreamCount: 0, channelMappingTable: [0] }

/** Sound of a recording of bare 80-byte packets from sample `start` (16 kHz) on, 16 kHz mono. */
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

/** Sound of an Ogg Opus file from sample `start` (16 kHz) on, 16 kHz mono, as long as `measureOggOpus` says. */
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

/** One or two channels the decoder mixes itself, better than adding up its output; more are added up by us. */
const layoutOf = (head: OpusHead) => (head.channels <= 2 ? MONO : head)

type Layout = Pick<OpusHead, 'channels' | 'streamCount' | 'coupledStreamCount' | 'channelMappingTable'>

/** Decodes packets one by one; a bad one becomes silence of its length, so that time goes on as it should. */
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

  /** How many samples to leave out before the first one that is wanted; only the first call counts. */
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

  /** Nothing but whole packets reaches the decoder: it writes a line to the console for each one it refuses. */
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
