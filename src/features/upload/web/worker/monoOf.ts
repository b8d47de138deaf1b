import { AudioSample, AudioSampleSink, type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'

/** One channel of audio and its sample rate. The samples are valid until the next chunk is requested. */
export type Mono = { readonly rate: number; readonly samples: Float32Array }

/**
 * Codecs whose packets all have the same duration and need at most `PREROLL_PACKETS` packets before them to be decoded correctly.
 */
const EVEN_CODECS: readonly (string | null)[] = ['aac', 'mp3']
/** An MP3 frame may refer to data of up to nine frames before it, and its samples overlap with those of the frame before. */
const PREROLL = 12
/** Packets given to one decoder at a time: about half a minute. */
const STRETCH = 1500
/** Passing packets to the browser's decoder thread takes longer than decoding, so several decoders run in parallel. */
const LANES = 3

/** Decodes an audio track in order and mixes all channels down to one. Rejects when the browser cannot decode it. */
export async function* monoOf(track: InputAudioTrack): AsyncGenerator<Mono> {
  const config = await track.getDecoderConfig()
  const inLanes = config !== null && EVEN_CODECS.includes(await track.getCodec()) && typeof AudioDecoder === 'function'
  yield* inLanes ? sideBySide(track, config) : oneByOne(track)
}

async function* oneByOne(track: InputAudioTrack): AsyncGenerator<Mono> {
  const mixer = new Mixer()
  for await (const sample of new AudioSampleSink(track).samples()) {
    yield { rate: sample.sampleRate, samples: mixer.mix(sample) }
    sample.close()
  }
}

/** Decodes segments of the track in several decoders in parallel and yields them in order. */
async function* sideBySide(track: InputAudioTrack, config: AudioDecoderConfig): AsyncGenerator<Mono> {
  const lanes = Array.from({ length: LANES }, () => new Lane(config))
  const underway: Promise<readonly Mono[]>[] = []
  try {
    let turn = 0
    for await (const stretch of stretchesOf(track)) {
      const decoded = lanes[turn++ % LANES]!.decode(stretch)
      // The error is thrown where the promise is awaited.
      decoded.catch(() => undefined)
      underway.push(decoded)
      if (underway.length > LANES) yield* (await underway.shift())!
    }
    for (const decoded of underway) yield* await decoded
  } finally {
    for (const lane of lanes) lane.close()
  }
}

/** Consecutive packets. The first `overlap` packets belong to the previous segment and only prepare the decoder. */
type Stretch = { readonly packets: readonly EncodedPacket[]; readonly known: number }

async function* stretchesOf(track: InputAudioTrack): AsyncGenerator<Stretch> {
  let known = 0
  let packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets.push(packet)
    if (packets.length < STRETCH) continue
    yield { packets, known }
    packets = packets.slice(-PREROLL)
    known = PREROLL
  }
  if (packets.length > known) yield { packets, known }
}

/** A decoder that processes one segment after another. */
class Lane {
  readonly #config: AudioDecoderConfig
  readonly #decoder: AudioDecoder
  readonly #mixer = new Mixer()
  #last: Promise<unknown> = Promise.resolve()
  #take: (data: AudioData) => void = () => {}
  #fail: (error: Error) => void = () => {}

  constructor(config: AudioDecoderConfig) {
    this.#config = config
    this.#decoder = new AudioDecoder({ output: (data) => this.#take(data), error: (error) => this.#fail(error) })
  }

  decode(stretch: Stretch): Promise<readonly Mono[]> {
    const decoded = this.#last.then(() => this.#decodeNow(stretch))
    this.#last = decoded.catch(() => undefined)
    return decoded
  }

  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close()
  }

  async #decodeNow({ packets, known }: Stretch): Promise<readonly Mono[]> {
    const ready: Mono[] = []
    const failed = Promise.withResolvers<never>()
    this.#fail = failed.reject
    // Computed timestamps in microseconds (packet index times packet duration), because the timestamps of a file may jump.
    const length = Math.max(1, packets[0]?.microsecondDuration ?? 1)
    this.#take = (data) => {
      if (data.timestamp >= (known - 0.5) * length) ready.push(this.#mixed(data))
      data.close()
    }
    this.#decoder.configure(this.#config)
    for (const [at, { data }] of packets.entries())
      this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: at * length, duration: length, data }))
    await Promise.race([this.#decoder.flush(), failed.promise])
    return ready
  }

  #mixed(data: AudioData): Mono {
    const sample = new AudioSample(data)
    return { rate: sample.sampleRate, samples: this.#mixer.mix(sample).slice() }
  }
}

/** Mixes all channels to one by their mean. It is called about fifty times per second of audio, so it reuses its buffers. */
class Mixer {
  #mix = new Float32Array(0)
  #other = new Float32Array(0)

  /** The result is valid until the next call. */
  mix(sample: AudioSample): Float32Array {
    const { numberOfFrames: length, numberOfChannels: channels } = sample
    if (this.#mix.length < length) [this.#mix, this.#other] = [new Float32Array(length), new Float32Array(length)]
    const mixed = this.#mix.subarray(0, length)
    const channel = this.#other.subarray(0, length)
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
