import { Downmixer } from '#shared/audio/Downmixer.ts'
import { Resampler } from '#shared/audio/Resampler.ts'
import { SPEECH_SAMPLE_RATE } from './audio.ts'

/** Samples that are decoded before the start to fill the filter of the resampler and the blocks of the mix. */
const WARM_UP = SPEECH_SAMPLE_RATE

/** What is decoded of a recording to 16 kHz mono. */
export type SpeechRateOptions = {
  /** The first sample that is wanted, at 16 kHz. */
  readonly start: number
  /** The only channel that is wanted. */
  readonly channel?: number | undefined
}

type MixerOptions = SpeechRateOptions & {
  readonly sampleRate: number
  /** How loud each channel is in the mix. */
  readonly weights: readonly number[]
}

/** Returns the weights of a mix, or those that leave only the wanted channel; a recording of one channel is always whole. */
export const wantedWeights = (weights: readonly number[], channel: number | undefined): readonly number[] =>
  channel === undefined || weights.length === 1 ? weights : weights.map((_, index) => (index === channel ? 1 : 0))

/** Makes 16 kHz mono of channels at any rate. The samples are the same wherever it starts. */
export class SpeechRateMixer {
  /** Where decoding has to begin, at the rate of the input. */
  readonly inputStart: number
  readonly #downmixer: Downmixer
  readonly #resampler: Resampler
  #toSkip: number

  constructor({ sampleRate, weights, start, channel }: MixerOptions) {
    // At a whole second, where the samples of both rates coincide.
    const startSecond = Math.max(0, Math.floor((start - WARM_UP) / SPEECH_SAMPLE_RATE))
    this.inputStart = startSecond * sampleRate
    this.#toSkip = start - startSecond * SPEECH_SAMPLE_RATE
    this.#resampler = new Resampler(sampleRate, SPEECH_SAMPLE_RATE)
    this.#downmixer = new Downmixer({
      weights: wantedWeights(weights, channel),
      blockSize: Math.round(sampleRate / 10),
      position: this.inputStart,
    })
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
