import { Limiter } from '#shared/audio/Limiter.ts'
import type { Millis } from '#shared/units.ts'
import { Mp3Encoder } from '#browser/audio/Mp3Encoder.ts'
import { MAX_DURATION, TRANSCODE_RATE } from '../../../rules.ts'
import type { Sink } from './openSink.ts'
import { tooLongError, WorkerTranscodeError } from './transcodeProtocol.ts'

/** Encodes 16 kHz mono into a sink; waiting for the encoder limits the decoder. */
export class Mp3Writer {
  readonly #encoder: Mp3Encoder
  readonly #limiter = new Limiter(TRANSCODE_RATE / 10)

  private constructor(encoder: Mp3Encoder) {
    this.#encoder = encoder
  }

  static async create(sink: Sink): Promise<Mp3Writer> {
    return new Mp3Writer(await Mp3Encoder.create((bytes) => sink.write(bytes)))
  }

  get duration(): Millis {
    return this.#encoder.duration
  }

  /** Rejects with `WorkerTranscodeError` 'tooLong' after five hours. */
  async write(samples: Float32Array): Promise<void> {
    await this.#encoder.write(this.#limiter.push(samples))
    if (this.#encoder.duration > MAX_DURATION) throw tooLongError()
  }

  /** Returns the duration. Rejects with `WorkerTranscodeError` 'damaged' when nothing was written. */
  async finish(): Promise<Millis> {
    await this.#encoder.write(this.#limiter.finish())
    if (this.#encoder.duration === 0) throw new WorkerTranscodeError('damaged', 'no sound came out of the file')
    await this.#encoder.finish()
    return this.#encoder.duration
  }
}
