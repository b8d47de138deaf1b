import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import { AudioSample, AudioSampleSource, type EncodedPacket, Mp3OutputFormat, NullTarget, Output } from 'mediabunny'
import type { Bytes, Millis } from '#kit/units.ts'

/** What all sound of ours is kept as (B§9): one channel, one bitrate, since seeking in any other is guesswork. */
export const MP3_RATE = 16_000
export const MP3_BITS_PER_SECOND = 48_000
/** At that rate and bitrate all frames weigh the same and hold 36 ms: a file may be cut behind every multiple of this. */
export const MP3_FRAME_BYTES: Bytes = 216
export const MP3_FRAME_SAMPLES = 576

/** Samples encoded at once: many small calls cost twice the time. */
const BATCH = 32_768
/** What one step of a 16 bit sample is worth; louder than full is cut off. */
const FULL = 32_767

/** Hears whole frames, each array its own; a promise holds the encoder back. */
type Take = (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>

/**
 * Makes an MP3 of 16 kHz mono samples while they come, without the index frame that would make seeking worse. For a worker, or
 * behind an `import()`: it brings the encoder with it. Needs neither https nor WebCodecs.
 */
export class Mp3Encoder {
  readonly #take: Take
  readonly #output = new Output({ format: new Mp3OutputFormat({ xingHeader: false }), target: new NullTarget() })
  readonly #source = new AudioSampleSource({
    codec: 'mp3',
    bitrate: MP3_BITS_PER_SECOND,
    onEncodedPacket: (packet) => this.#keep(packet),
  })
  readonly #batch: Int16Array<ArrayBuffer>
  #frames: Uint8Array[] = []
  /** Settles when `take` has had all frames until now; what it throws is thrown by the next `write`. */
  #taken: Promise<void> = Promise.resolve()
  #filled = 0
  #encoded = 0

  private constructor(take: Take, batch: number) {
    this.#take = take
    this.#batch = new Int16Array(batch)
    this.#output.addAudioTrack(this.#source)
  }

  /**
   * `take` hears whole frames, in order, soon after their sound was written; a promise it answers holds `write` back. `batch` is
   * how many samples are encoded at once: fewer come sooner and cost more.
   */
  static async open(take: Take, { batch = BATCH }: { batch?: number } = {}): Promise<Mp3Encoder> {
    registerMp3Encoder()
    const encoder = new Mp3Encoder(take, batch)
    await encoder.#output.start()
    return encoder
  }

  /** How much sound has come in. */
  get duration(): Millis {
    return ((this.#encoded + this.#filled) * 1000) / MP3_RATE
  }

  /** Takes samples between -1 and 1; they are copied. One call after the other. */
  async write(samples: Float32Array): Promise<void> {
    for (let from = 0; from < samples.length;) {
      const piece = Math.min(samples.length - from, this.#batch.length - this.#filled)
      for (let i = 0; i < piece; i++) this.#batch[this.#filled + i] = Math.max(-1, Math.min(1, samples[from + i]!)) * FULL
      this.#filled += piece
      from += piece
      if (this.#filled === this.#batch.length) await this.flush()
    }
  }

  /** Encodes what still waits for a full batch; its frames follow soon. The encoder keeps some 0.1 s until sound follows. */
  async flush(): Promise<void> {
    if (this.#filled > 0) {
      const data = this.#batch.slice(0, this.#filled)
      const timestamp = this.#encoded / MP3_RATE
      const sample = new AudioSample({ data, format: 's16', numberOfChannels: 1, sampleRate: MP3_RATE, timestamp })
      this.#encoded += this.#filled
      this.#filled = 0
      await this.#source.add(sample)
      sample.close()
    }
    await this.#taken
  }

  /** The rest, until the last frame has been taken. The encoder cannot be used afterwards. */
  async finish(): Promise<void> {
    await this.flush()
    await this.#output.finalize()
    await this.#taken
  }

  /** Ends it where it is; what was not taken yet is lost. */
  async cancel(): Promise<void> {
    await this.#output.cancel()
  }

  /** Frames come one by one, many at the same moment: they are handed on together. */
  #keep({ data }: EncodedPacket): void {
    if (this.#frames.push(data) > 1) return
    this.#taken = this.#taken.then(() => {
      const whole = new Uint8Array(this.#frames.reduce((sum, { length }) => sum + length, 0))
      let at = 0
      for (const frame of this.#frames) {
        whole.set(frame, at)
        at += frame.length
      }
      this.#frames = []
      return this.#take(whole)
    })
    // Thrown where the caller waits, not where nobody does.
    this.#taken.catch(() => undefined)
  }
}
