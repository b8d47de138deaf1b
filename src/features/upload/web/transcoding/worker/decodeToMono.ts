import { AudioSample, AudioSampleSink, type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'

/** One channel of audio and its sample rate. The samples are valid until the next chunk is requested. */
export type MonoChunk = { readonly sampleRate: number; readonly samples: Float32Array }

/**
 * Codecs whose packets all have the same duration and need at most `PREROLL_PACKETS` packets before them to be decoded correctly.
 */
const FIXED_LENGTH_CODECS: readonly (string | null)[] = ['aac', 'mp3']
/** An MP3 frame may refer to data of up to nine frames before it, and its samples overlap with those of the frame before. */
const PREROLL_PACKETS = 12
/** Packets given to one decoder at a time: about half a minute. */
const PACKETS_PER_SEGMENT = 1500
/** Passing packets to the browser's decoder thread takes longer than decoding, so several decoders run in parallel. */
const PARALLEL_DECODERS = 3

/** Decodes an audio track in order and mixes all channels down to one. Rejects when the browser cannot decode it. */
export async function* decodeToMono(track: InputAudioTrack): AsyncGenerator<MonoChunk> {
  const config = await track.getDecoderConfig()
  const canRunInParallel =
    config !== null && FIXED_LENGTH_CODECS.includes(await track.getCodec()) && typeof AudioDecoder === 'function'
  yield* canRunInParallel ? decodeInParallel(track, config) : decodeSequentially(track)
}

async function* decodeSequentially(track: InputAudioTrack): AsyncGenerator<MonoChunk> {
  const downmixer = new Downmixer()
  for await (const sample of new AudioSampleSink(track).samples()) {
    yield { sampleRate: sample.sampleRate, samples: downmixer.downmix(sample) }
    sample.close()
  }
}

/** Decodes segments of the track in several decoders in parallel and yields them in order. */
async function* decodeInParallel(track: InputAudioTrack, config: AudioDecoderConfig): AsyncGenerator<MonoChunk> {
  const decoders = Array.from({ length: PARALLEL_DECODERS }, () => new SegmentDecoder(config))
  const pending: Promise<readonly MonoChunk[]>[] = []
  try {
    let nextDecoder = 0
    for await (const segment of segmentsOf(track)) {
      const decoded = decoders[nextDecoder++ % PARALLEL_DECODERS]!.decode(segment)
      // The error is thrown where the promise is awaited.
      decoded.catch(() => undefined)
      pending.push(decoded)
      if (pending.length > PARALLEL_DECODERS) yield* (await pending.shift())!
    }
    for (const decoded of pending) yield* await decoded
  } finally {
    for (const decoder of decoders) decoder.close()
  }
}

/** Consecutive packets. The first `overlap` packets belong to the previous segment and only prepare the decoder. */
type Segment = { readonly packets: readonly EncodedPacket[]; readonly overlap: number }

async function* segmentsOf(track: InputAudioTrack): AsyncGenerator<Segment> {
  let overlap = 0
  let packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets.push(packet)
    if (packets.length < PACKETS_PER_SEGMENT) continue
    yield { packets, overlap }
    packets = packets.slice(-PREROLL_PACKETS)
    overlap = PREROLL_PACKETS
  }
  if (packets.length > overlap) yield { packets, overlap }
}

/** A decoder that processes one segment after another. */
class SegmentDecoder {
  readonly #config: AudioDecoderConfig
  readonly #decoder: AudioDecoder
  readonly #downmixer = new Downmixer()
  #lastSegment: Promise<unknown> = Promise.resolve()
  #onData: (data: AudioData) => void = () => {}
  #onError: (error: Error) => void = () => {}

  constructor(config: AudioDecoderConfig) {
    this.#config = config
    this.#decoder = new AudioDecoder({ output: (data) => this.#onData(data), error: (error) => this.#onError(error) })
  }

  decode(segment: Segment): Promise<readonly MonoChunk[]> {
    const decoded = this.#lastSegment.then(() => this.#decodeSegment(segment))
    this.#lastSegment = decoded.catch(() => undefined)
    return decoded
  }

  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close()
  }

  async #decodeSegment({ packets, overlap }: Segment): Promise<readonly MonoChunk[]> {
    const ready: MonoChunk[] = []
    const failed = Promise.withResolvers<never>()
    this.#onError = failed.reject
    // Computed timestamps in microseconds (packet index times packet duration), because the timestamps of a file may jump.
    const length = Math.max(1, packets[0]?.microsecondDuration ?? 1)
    this.#onData = (data) => {
      if (data.timestamp >= (overlap - 0.5) * length) ready.push(this.#toMono(data))
      data.close()
    }
    this.#decoder.configure(this.#config)
    for (const [index, { data }] of packets.entries())
      this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: index * length, duration: length, data }))
    await Promise.race([this.#decoder.flush(), failed.promise])
    return ready
  }

  #toMono(data: AudioData): MonoChunk {
    const sample = new AudioSample(data)
    return { sampleRate: sample.sampleRate, samples: this.#downmixer.downmix(sample).slice() }
  }
}

/** Mixes all channels to one by their mean. It is called about fifty times per second of audio, so it reuses its buffers. */
class Downmixer {
  #mixed = new Float32Array(0)
  #channel = new Float32Array(0)

  /** The result is valid until the next call. */
  downmix(sample: AudioSample): Float32Array {
    const { numberOfFrames: length, numberOfChannels: channels } = sample
    if (this.#mixed.length < length) [this.#mixed, this.#channel] = [new Float32Array(length), new Float32Array(length)]
    const mixed = this.#mixed.subarray(0, length)
    const channel = this.#channel.subarray(0, length)
    sample.copyTo(mixed, { planeIndex: 0, format: 'f32-planar' })
    if (channels === 1) return mixed
    const share = 1 / channels
    for (let i = 0; i < length; i++) mixed[i]! *= share
    for (let planeIndex = 1; planeIndex < channels; planeIndex++) {
      sample.copyTo(channel, { planeIndex, format: 'f32-planar' })
      for (let i = 0; i < length; i++) mixed[i]! += channel[i]! * share
    }
    return mixed
  }
}
