import { Downmixer } from '#shared/audio/Downmixer.ts'
import { Resampler } from '#shared/audio/Resampler.ts'
import { SPEECH_SAMPLE_RATE } from './audio.ts'

/** Samples decoded before the start, to fill the resampler's filter and the mixing blocks. */
const WARM_UP = SPEECH_SAMPLE_RATE

/** Which part of a recording to decode to 16 kHz mono. */
export type SpeechRateOptions = {
  /** The first sample to return, at 16 kHz. */
  readonly start: number
  /** Returns only this channel instead of a mix. */
  readonly channel?: number | undefined
}

type MixerOptions = SpeechRateOptions & {
  readonly sampleRate: number
  /** The weight of each channel in the mix. */
  readonly weights: readonly number[]
}

/** Returns the weights of the mix, or weights that keep only the given channel. A mono recording always keeps its only channel. */
export const wantedWeights = (weights: readonly number[], channel: number | undefined): readonly number[] =>
  channel === undefined || weights.length === 1 ? weights : weights.map((_, index) => (index === channel ? 1 : 0))

/** Resamples and mixes channels of any rate to 16 kHz mono. A sample does not depend on where decoding started. */
export class SpeechRateMixer {
  /** The first input sample to decode, at the rate of the input. */
  readonly inputStart: number
  readonly #downmixer: Downmixer
  readonly #resampler: Resampler
  #toSkip: number

  constructor({ sampleRate, weights, start, channel }: MixerOptions) {
    // Starts at a whole second, where the samples of both rates coincide.
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
