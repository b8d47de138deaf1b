import { MPEGDecoder } from 'mpg123-decoder'
import { readMp3Frames } from './readMp3Frames.ts'
import type { Mp3Frame, Mp3Header } from './readMp3Frames.ts'
import type { AudioSource } from '../AudioSource.ts'
import { SPEECH_SAMPLE_RATE } from '../audio.ts'
import { SpeechRateMixer, type SpeechRateOptions } from '../SpeechRateMixer.ts'

/** A frame may use bits of earlier frames: 24 frames are the furthest it can reach back, at the lowest bitrate. */
const WARM_UP_FRAMES = 24

/**
 * Decodes an MP3 to 16 kHz mono, from a sample (16 kHz) on, in chunks of some seconds. Frame n of a rate always starts at sample n
 * * 576 (or 1152). The encoder's delay is not removed, because players do not remove it either without an encoder tag, and words
 * are highlighted as they play.
 */
export async function* decodeMp3(source: AudioSource, options: SpeechRateOptions): AsyncGenerator<Float32Array> {
  let section: Section | undefined
  try {
    for await (const batch of readMp3Frames(source)) {
      const { header } = batch[0]!
      if (section?.sampleRate !== header.sampleRate) {
        const end: number = section?.end ?? 0
        if (section) yield* section.finish()
        section?.free()
        section = await Section.open(header, end, options)
      }
      const samples = section.decode(batch)
      if (samples.length > 0) yield samples
    }
    if (section) yield* section.finish()
  } finally {
    section?.free()
  }
}

/** Consecutive frames with one sample rate. */
class Section {
  readonly sampleRate: number
  /** The first sample of the section in the recording, at 16 kHz. */
  readonly #start: number
  readonly #mixer: SpeechRateMixer
  readonly #decoder: MPEGDecoder
  readonly #frameSamples: number
  #frames = 0
  #toSkip: number | null = null

  private constructor({ sampleRate, samples }: Mp3Header, sectionStart: number, { start, channel }: SpeechRateOptions) {
    this.sampleRate = sampleRate
    this.#frameSamples = samples
    this.#start = sectionStart
    // Always two channels, because mono and stereo frames may alternate.
    this.#mixer = new SpeechRateMixer({ sampleRate, weights: [1, 1], start: Math.max(0, start - sectionStart), channel })
    this.#decoder = new MPEGDecoder({ enableGapless: false })
  }

  static async open(header: Mp3Header, sectionStart: number, options: SpeechRateOptions): Promise<Section> {
    const section = new Section(header, sectionStart, options)
    await section.#decoder.ready
    return section
  }

  /** The end of the frames decoded so far, in the recording at 16 kHz. */
  get end(): number {
    return this.#start + Math.ceil((this.#frames * this.#frameSamples * SPEECH_SAMPLE_RATE) / this.sampleRate)
  }

  /** Decodes frames, skipping those that end long before the start. */
  decode(batch: readonly Mp3Frame[]): Float32Array {
    const firstNeeded = Math.max(0, Math.floor(this.#mixer.inputStart / this.#frameSamples) - WARM_UP_FRAMES)
    const first = Math.min(batch.length, Math.max(0, firstNeeded - this.#frames))
    const position = (this.#frames + first) * this.#frameSamples
    this.#frames += batch.length
    if (first === batch.length) return new Float32Array(0)
    this.#toSkip ??= this.#mixer.inputStart - position
    const { channelData } = this.#decoder.decode(Buffer.concat(batch.slice(first).map((frame) => frame.bytes)))
    const [left = new Float32Array(0), right = left] = channelData
    const skipped = Math.min(this.#toSkip, left.length)
    this.#toSkip -= skipped
    return this.#mixer.push([left, batch[0]!.header.channels === 1 ? left : right].map((samples) => samples.subarray(skipped)))
  }

  finish(): Float32Array[] {
    return this.#toSkip === null ? [] : this.#mixer.finish()
  }

  free(): void {
    this.#decoder.free()
  }
}
