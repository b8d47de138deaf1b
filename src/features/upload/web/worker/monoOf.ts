import { AudioSample, AudioSampleSink, type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import { Mixer } from './Mixer.ts'

/** Sound of one channel, and how many samples of it make a second. Good until the next is asked for. */
export type Mono = { readonly rate: number; readonly samples: Float32Array }

/** All packets of these hold equally much sound, and need no more than `PREROLL` packets before them to be decoded right. */
const EVEN_CODECS: readonly (string | null)[] = ['aac', 'mp3']
/** An MP3 frame may begin up to nine frames before itself, and its sound is overlapped with that of the frame before. */
const PREROLL = 12
/** Packets one decoder gets at a time: some half a minute. */
const STRETCH = 1500
/** A browser's decoder spends most of a packet's time on the way to and from its thread: several wait at the same time. */
const LANES = 3

/** Decodes the sound of a track in its order, all its channels mixed to one. Rejects where the browser cannot. */
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

/** Stretches of the track are decoded by several decoders at the same time, and answered in their order. */
async function* sideBySide(track: InputAudioTrack, config: AudioDecoderConfig): AsyncGenerator<Mono> {
  const lanes = Array.from({ length: LANES }, () => new Lane(config))
  const underway: Promise<readonly Mono[]>[] = []
  try {
    let turn = 0
    for await (const stretch of stretchesOf(track)) {
      const decoded = lanes[turn++ % LANES]!.decode(stretch)
      // Thrown where it is awaited, in its turn.
      decoded.catch(() => undefined)
      underway.push(decoded)
      if (underway.length > LANES) yield* (await underway.shift())!
    }
    for (const decoded of underway) yield* await decoded
  } finally {
    for (const lane of lanes) lane.close()
  }
}

/** Packets that follow each other; the first `known` of them were in the stretch before, and only lead to the others. */
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

/** One decoder, which does one stretch after the other. */
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
    // Times of our own, since those of a file may jump: the place of a packet times its length, in microseconds.
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
