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
    const ready: TimedChannels[] = []
    const failed = Promise.withResolvers<never>()
    this.#onError = failed.reject
    // The decoder gets computed timestamps in microseconds (packet index times packet duration), because those of a file may jump.
    const length = Math.max(1, packets[0]?.microsecondDuration ?? 1)
    this.#onData = (data) => {
      const sample = new AudioSample(data)
      const index = Math.round(data.timestamp / length)
      const packet = packets[Math.min(index, packets.length - 1)]
      if (packet && index >= overlap) ready.push({ timestamp: packet.timestamp, ...channelsOf(sample) })
      sample.close()
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
