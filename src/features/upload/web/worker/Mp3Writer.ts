import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import { AudioSample, AudioSampleSource, Mp3OutputFormat, Output, StreamTarget, type StreamTargetChunk } from 'mediabunny'
import { MiB, type Millis } from '#kit/units.ts'
import { TRANSCODE_BITS_PER_SECOND, TRANSCODE_RATE } from '../../rules.ts'

/** Samples handed to the encoder at once: many small calls cost twice the time. */
const BATCH = 32_768

/**
 * Takes 16 kHz mono samples and makes an MP3 of one bitrate of them, without the index frame that would make seeking worse.
 * The parts already written are blobs, which the browser may keep on disk.
 */
export class Mp3Writer {
  readonly #parts: Blob[] = []
  readonly #output: Output<Mp3OutputFormat, StreamTarget>
  readonly #source = new AudioSampleSource({ codec: 'mp3', bitrate: TRANSCODE_BITS_PER_SECOND })
  readonly #batch = new Float32Array(BATCH)
  #filled = 0
  #encoded = 0

  private constructor() {
    const keep = new WritableStream<StreamTargetChunk>({ write: (chunk) => void this.#parts.push(new Blob([chunk.data])) })
    const target = new StreamTarget(keep, { chunked: true, chunkSize: MiB })
    this.#output = new Output({ format: new Mp3OutputFormat({ xingHeader: false }), target })
    this.#output.addAudioTrack(this.#source)
  }

  static async open(): Promise<Mp3Writer> {
    registerMp3Encoder()
    const writer = new Mp3Writer()
    await writer.#output.start()
    return writer
  }

  /** How much sound has come in. */
  get duration(): Millis {
    return ((this.#encoded + this.#filled) * 1000) / TRANSCODE_RATE
  }

  async write(samples: Float32Array): Promise<void> {
    for (let from = 0; from < samples.length;) {
      const piece = samples.subarray(from, from + BATCH - this.#filled)
      this.#batch.set(piece, this.#filled)
      this.#filled += piece.length
      from += piece.length
      if (this.#filled === BATCH) await this.#encode()
    }
  }

  /** The finished file. The writer cannot be used afterwards. */
  async finish(): Promise<Blob> {
    if (this.#filled > 0) await this.#encode()
    await this.#output.finalize()
    return new Blob(this.#parts, { type: 'audio/mpeg' })
  }

  async #encode(): Promise<void> {
    const data = this.#batch.slice(0, this.#filled)
    const timestamp = this.#encoded / TRANSCODE_RATE
    const sample = new AudioSample({ data, format: 'f32', numberOfChannels: 1, sampleRate: TRANSCODE_RATE, timestamp })
    await this.#source.add(sample)
    sample.close()
    this.#encoded += this.#filled
    this.#filled = 0
  }
}
