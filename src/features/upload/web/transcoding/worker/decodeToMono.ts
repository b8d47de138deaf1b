import { Downmixer, weightsOf } from '#shared/Downmixer.ts'
import { AudioSample, AudioSampleSink, type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'

/** One channel of audio and its sample rate. */
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

/** The channels of a piece of audio. */
type Channels = { readonly sampleRate: number; readonly channels: readonly Float32Array[] }

/** Decodes an audio track in order and mixes all channels down to one. Rejects when the browser cannot decode it. */
export async function* decodeToMono(track: InputAudioTrack): AsyncGenerator<MonoChunk> {
  let mixer = null as { readonly downmixer: Downmixer; readonly sampleRate: number; readonly count: number } | null
  for await (const { sampleRate, channels } of decode(track)) {
    if (mixer?.sampleRate !== sampleRate || mixer.count !== channels.length) {
      if (mixer) yield { sampleRate: mixer.sampleRate, samples: mixer.downmixer.finish() }
      const downmixer = new Downmixer({ weights: weightsOf(channels.length), blockSize: Math.round(sampleRate / 10) })
      mixer = { downmixer, sampleRate, count: channels.length }
    }
    yield { sampleRate, samples: mixer.downmixer.push(channels) }
  }
  if (mixer) yield { sampleRate: mixer.sampleRate, samples: mixer.downmixer.finish() }
}

async function* decode(track: InputAudioTrack): AsyncGenerator<Channels> {
  const config = await track.getDecoderConfig()
  const canRunInParallel =
    config !== null && FIXED_LENGTH_CODECS.includes(await track.getCodec()) && typeof AudioDecoder === 'function'
  yield* canRunInParallel ? decodeInParallel(track, config) : decodeSequentially(track)
}

async function* decodeSequentially(track: InputAudioTrack): AsyncGenerator<Channels> {
  for await (const sample of new AudioSampleSink(track).samples()) {
    yield channelsOf(sample)
    sample.close()
  }
}

/** Decodes segments of the track in several decoders in parallel and yields them in order. */
async function* decodeInParallel(track: InputAudioTrack, config: AudioDecoderConfig): AsyncGenerator<Channels> {
  const decoders = Array.from({ length: PARALLEL_DECODERS }, () => new SegmentDecoder(config))
  const pending: Promise<readonly Channels[]>[] = []
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
  #lastSegment: Promise<unknown> = Promise.resolve()
  #onData: (data: AudioData) => void = () => {}
  #onError: (error: Error) => void = () => {}

  constructor(config: AudioDecoderConfig) {
    this.#config = config
    this.#decoder = new AudioDecoder({ output: (data) => this.#onData(data), error: (error) => this.#onError(error) })
  }

  decode(segment: Segment): Promise<readonly Channels[]> {
    const decoded = this.#lastSegment.then(() => this.#decodeSegment(segment))
    this.#lastSegment = decoded.catch(() => undefined)
    return decoded
  }

  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close()
  }

  async #decodeSegment({ packets, overlap }: Segment): Promise<readonly Channels[]> {
    const ready: Channels[] = []
    const failed = Promise.withResolvers<never>()
    this.#onError = failed.reject
    // Computed timestamps in microseconds (packet index times packet duration), because the timestamps of a file may jump.
    const length = Math.max(1, packets[0]?.microsecondDuration ?? 1)
    this.#onData = (data) => {
      if (data.timestamp >= (overlap - 0.5) * length) ready.push(channelsOf(new AudioSample(data)))
      data.close()
    }
    this.#decoder.configure(this.#config)
    for (const [index, { data }] of packets.entries())
      this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: index * length, duration: length, data }))
    await Promise.race([this.#decoder.flush(), failed.promise])
    return ready
  }
}

/** Copies the channels of a sample. */
function channelsOf(sample: AudioSample): Channels {
  const { sampleRate, numberOfFrames, numberOfChannels } = sample
  const channels = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
    const channel = new Float32Array(numberOfFrames)
    sample.copyTo(channel, { planeIndex, format: 'f32-planar' })
    return channel
  })
  return { sampleRate, channels }
}
