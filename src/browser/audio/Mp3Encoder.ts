import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import { AudioSample, AudioSampleSource, type EncodedPacket, Mp3OutputFormat, NullTarget, Output } from 'mediabunny'
import type { Bytes, Millis } from '#shared/units.ts'

/** The format of all stored audio (B§9): mono with a constant bitrate, because exact seeking needs one. */
export const MP3_SAMPLE_RATE = 16_000
export const MP3_BITRATE = 48_000
/** At this rate and bitrate every frame has the same size and holds 36 ms, so a file can be cut at each multiple of this size. */
export const MP3_FRAME_BYTES: Bytes = 216
export const MP3_FRAME_SAMPLES = 576

/** How much later the audio is in the MP3: no Xing frame tells players to skip the 1105 samples of encoder delay. */
export const MP3_DELAY: Millis = 69

/** Samples per encoder call. Many small calls take twice as long. */
const DEFAULT_BATCH_SAMPLES = 32_768
/** The 16-bit value of a full-scale sample. Louder samples are clipped. */
const INT16_MAX = 32_767

/** Receives whole frames, each time in a new array. A returned promise makes `write` wait. */
type OnFrames = (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>

/**
 * Encodes a stream of 16 kHz mono samples as MP3, without the Xing frame, which would make seeking worse. It imports the
 * encoder, so use it in a worker or behind an `import()`. Needs neither https nor WebCodecs.
 */
export class Mp3Encoder {
  readonly #onFrames: OnFrames
  readonly #output = new Output({ format: new Mp3OutputFormat({ xingHeader: false }), target: new NullTarget() })
  readonly #source = new AudioSampleSource({
    codec: 'mp3',
    bitrate: MP3_BITRATE,
    onEncodedPacket: (packet) => this.#queueFrame(packet),
  })
  readonly #batch: Int16Array<ArrayBuffer>
  #pendingFrames: Uint8Array[] = []
  /** Settles when `onFrames` has processed all frames so far. If it throws, the next `write` throws the error. */
  #delivered: Promise<void> = Promise.resolve()
  #filled = 0
  #encoded = 0

  private constructor(onFrames: OnFrames, batch: number) {
    this.#onFrames = onFrames
    this.#batch = new Int16Array(batch)
    this.#output.addAudioTrack(this.#source)
  }

  /**
   * `onFrames` receives whole frames in order, soon after their samples were written; `write` waits for a promise it returns.
   * `batch` is the number of samples per encoder call: a smaller batch gives lower latency and takes more time.
   */
  static async create(onFrames: OnFrames, { batch = DEFAULT_BATCH_SAMPLES }: { batch?: number } = {}): Promise<Mp3Encoder> {
    registerMp3Encoder()
    const encoder = new Mp3Encoder(onFrames, batch)
    await encoder.#output.start()
    return encoder
  }

  /** The duration of the samples written so far. */
  get duration(): Millis {
    return ((this.#encoded + this.#filled) * 1000) / MP3_SAMPLE_RATE
  }

  /** Encodes samples between -1 and 1, which are copied. Await each call before the next. */
  async write(samples: Float32Array): Promise<void> {
    for (let position = 0; position < samples.length;) {
      const count = Math.min(samples.length - position, this.#batch.length - this.#filled)
      for (let i = 0; i < count; i++)
        this.#batch[this.#filled + i] = Math.max(-1, Math.min(1, samples[position + i]!)) * INT16_MAX
      this.#filled += count
      position += count
      if (this.#filled === this.#batch.length) await this.flush()
    }
  }

  /** Encodes the samples of an incomplete batch. The encoder keeps about 0.1 s until more samples follow. */
  async flush(): Promise<void> {
    if (this.#filled > 0) {
      const data = this.#batch.slice(0, this.#filled)
      const timestamp = this.#encoded / MP3_SAMPLE_RATE
      const sample = new AudioSample({ data, format: 's16', numberOfChannels: 1, sampleRate: MP3_SAMPLE_RATE, timestamp })
      this.#encoded += this.#filled
      this.#filled = 0
      await this.#source.add(sample)
      sample.close()
    }
    await this.#delivered
  }

  /** Encodes the rest and resolves when `onFrames` has processed the last frame. The encoder cannot be used afterwards. */
  async finish(): Promise<void> {
    await this.flush()
    await this.#output.finalize()
    await this.#delivered
  }

  /** Stops encoding. Frames not yet passed to `onFrames` are lost. */
  async cancel(): Promise<void> {
    await this.#output.cancel()
  }

  /** The encoder emits frames one by one, many at the same moment. They are delivered together. */
  #queueFrame({ data }: EncodedPacket): void {
    if (this.#pendingFrames.push(data) > 1) return
    this.#delivered = this.#delivered.then(() => {
      const joined = new Uint8Array(this.#pendingFrames.reduce((sum, { length }) => sum + length, 0))
      let offset = 0
      for (const frame of this.#pendingFrames) {
        joined.set(frame, offset)
        offset += frame.length
      }
      this.#pendingFrames = []
      return this.#onFrames(joined)
    })
    // The error is thrown to the caller of `write`, so it must not become an unhandled rejection.
    this.#delivered.catch(() => undefined)
  }
}
