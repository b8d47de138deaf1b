import { Downmixer } from '#shared/Downmixer.ts'
import { Resampler } from '#shared/Resampler.ts'
import { SPEECH_SAMPLE_RATE } from './audio.ts'

/** Samples that are decoded before the start to fill the filter of the resampler and the blocks of the mix. */
const WARM_UP = SPEECH_SAMPLE_RATE

type MixerOptions = {
  readonly sampleRate: number
  /** How loud each channel is in the mix. */
  readonly weights: readonly number[]
  /** The first sample that is wanted, at 16 kHz. */
  readonly start: number
}

/** Makes 16 kHz mono of channels at any rate. The samples are the same wherever it starts. */
export class SpeechRateMixer {
  /** Where decoding has to begin, at the rate of the input. */
  readonly inputStart: number
  readonly #downmixer: Downmixer
  readonly #resampler: Resampler
  #toSkip: number

  constructor({ sampleRate, weights, start }: MixerOptions) {
    // At a whole second, where the samples of both rates coincide.
    const startSecond = Math.max(0, Math.floor((start - WARM_UP) / SPEECH_SAMPLE_RATE))
    this.inputStart = startSecond * sampleRate
    this.#toSkip = start - startSecond * SPEECH_SAMPLE_RATE
    this.#resampler = new Resampler(sampleRate, SPEECH_SAMPLE_RATE)
    this.#downmixer = new Downmixer({ weights, blockSize: Math.round(sampleRate / 10), position: this.inputStart })
  }

  push(channels: readonly Float32Array[]): Float32Array {
    return this.#dropSkipped(this.#resampler.push(this.#downmixer.push(channels)))
  }

  finish(): Float32Array[] {
    return [this.#resampler.push(this.#downmixer.finish()), this.#resampler.finish()].map((samples) => this.#dropSkipped(samples))
  }

  #dropSkipped(samples: Float32Array): Float32Array {
    const skipped = Math.min(this.#toSkip, samples.length)
    this.#toSkip -= skipped
    return samples.subarray(skipped)
  }
}
