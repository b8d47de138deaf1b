import { AudioSample, AudioSampleSink, type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'

/** The channels of a piece of audio. */
export type Channels = { readonly sampleRate: number; readonly channels: readonly Float32Array[] }

/** Audio and where it begins in the file, in seconds by its time stamps. */
export type TimedChannels = Channels & { readonly timestamp: number }

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

/** Decodes an audio track in order. Rejects when the browser cannot decode it. */
export async function* decodeTrack(track: InputAudioTrack): AsyncGenerator<TimedChannels> {
  const config = await track.getDecoderConfig()
  const canRunInParallel =
    config !== null && FIXED_LENGTH_CODECS.includes(await track.getCodec()) && typeof AudioDecoder === 'function'
  yield* canRunInParallel ? decodeInParallel(track, config) : decodeSequentially(track)
}

async function* decodeSequentially(track: InputAudioTrack): AsyncGenerator<TimedChannels> {
  for await (const sample of new AudioSampleSink(track).samples()) {
    yield { timestamp: sample.timestamp, ...channelsOf(sample) }
    sample.close()
  }
}

/** Decodes segments of the track in several decoders in parallel and yields them in order. */
async function* decodeInParallel(track: InputAudioTrack, config: AudioDecoderConfig): AsyncGenerator<TimedChannels> {
  const decoders = Array.from({ length: PARALLEL_DECODERS }, () => new SegmentDecoder(config))
  const pending: Promise<readonly TimedChannels[]>[] = []
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

  decode(segment: Segment): Promise<readonly TimedChannels[]> {
    const decoded = this.#lastSegment.then(() => this.#decodeSegment(segment))
    this.#lastSegment = decoded.catch(() => undefined)
    return decoded
  }

  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close()
  }

  async #decodeSegment({ packets, overlap }: Segment): Promise<readonly TimedChannels[]> {
    const decoded: Channels[] = []
    const failed = Promise.withResolvers<never>()
    this.#onError = failed.reject
    this.#onData = (data) => {
      const sample = new AudioSample(data)
      decoded.push(channelsOf(sample))
      sample.close()
    }
    this.#decoder.configure(this.#config)
    // The decoder counts time by itself, and the time stamps and durations of a file are rounded or may jump.
    for (const [index, { data }] of packets.entries())
      this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: index * CHUNK_MICROSECONDS, data }))
    await Promise.race([this.#decoder.flush(), failed.promise])
    return withTimes(decoded, packets).slice(Math.max(0, overlap - (packets.length - decoded.length)))
  }
}

/** Any time between two packets, which only have to be in order. */
const CHUNK_MICROSECONDS = 20_000

/** Returns what was decoded of packets with their time stamps. A decoder may return nothing for the first packets. */
export function withTimes(
  decoded: readonly Channels[],
  packets: readonly Pick<EncodedPacket, 'timestamp'>[],
): readonly TimedChannels[] {
  const missing = packets.length - decoded.length
  return decoded.map((piece, index) => ({ ...piece, timestamp: packets[Math.max(0, index + missing)]!.timestamp }))
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
