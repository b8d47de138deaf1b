import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'

/** Samples that share one gain: 0.1 s. */
const STEP = SPEECH_SAMPLE_RATE / 10
/** The gain follows the loudest step within 0.6 s before and after. */
const RANGE_STEPS = 6
/** Target level (RMS) of the loudest step in range. */
const TARGET_LEVEL = 0.08
const MAX_GAIN = 60
const MIN_GAIN = 0.4
/** Lower levels count as this level, so that background noise is not raised to speech. */
const MIN_LEVEL = 0.0005
/** Maximum level (RMS) of constant background sound, such as noise and other voices. */
const NOISE_TARGET = 0.004
/** Share of the steps that are assumed to be pauses between words. */
const PAUSE_SHARE = 0.1

/**
 * Returns 16 kHz audio with normalized loudness, so that a quiet voice next to a loud one is recognized. Log-mel keeps only 80 dB
 * below the loudest sound, and a beam search skips quiet parts.
 */
export function normalizeLoudness(pcm: Float32Array): Float32Array {
  const loudness = Array.from({ length: Math.ceil(pcm.length / STEP) }, (_, k) => rms(pcm.subarray(k * STEP, (k + 1) * STEP)))
  const maxGain = Math.min(
    MAX_GAIN,
    maxNoiseGain(loudness.toSorted((a, b) => a - b)[Math.floor(loudness.length * PAUSE_SHARE)] ?? 0),
  )
  const gains = loudness.map((_, k) => {
    const loudest = Math.max(MIN_LEVEL, ...loudness.slice(Math.max(0, k - RANGE_STEPS), k + RANGE_STEPS + 1))
    return Math.min(maxGain, Math.max(MIN_GAIN, TARGET_LEVEL / loudest))
  })
  return pcm.map((sample, i) => {
    const at = Math.min(gains.length - 1, Math.max(0, i / STEP - 0.5))
    const [before, after] = [gains[Math.floor(at)]!, gains[Math.ceil(at)]!]
    return clip(sample * (before + (after - before) * (at % 1)))
  })
}

const DETECTOR_TARGET = 0.06
const DETECTOR_FLOOR = 0.0004
const DETECTOR_MAX_GAIN = 100
const DETECTOR_START = 0.02
/** Decay of the envelope per frame of 32 ms: it halves in 0.5 s. A slower decay misses speech after a loud voice. */
const RELEASE = 0.96
/** Frames over which the noise is measured: 5 s. Speakers pause more often than that. */
const NOISE_FRAMES = 156

/**
 * Returns a function that normalizes the frames of a recording one after another, without lookahead. It is used for speech
 * detection.
 */
export function createFrameNormalizer(): (frame: Float32Array) => Float32Array {
  let envelope = DETECTOR_START
  const recent: number[] = []
  return (frame) => {
    const loudness = rms(frame)
    recent.push(loudness)
    if (recent.length > NOISE_FRAMES) recent.shift()
    envelope = Math.max(DETECTOR_FLOOR, loudness > envelope ? (envelope + loudness) / 2 : envelope * RELEASE)
    const gain = Math.min(DETECTOR_MAX_GAIN, DETECTOR_TARGET / envelope, maxNoiseGain(Math.min(...recent)))
    return frame.map((sample) => clip(sample * gain))
  }
}

/** Returns the highest gain for noise of this loudness. */
const maxNoiseGain = (loudness: number) => Math.max(1, NOISE_TARGET / loudness)

/** Returns the middle of the quietest `width` samples, checked every `step` samples, or undefined when there are fewer. */
export function quietestPosition(samples: Float32Array, width: number, step: number): number | undefined {
  let least = Infinity
  let position: number | undefined
  for (let at = 0; at + width <= samples.length; at += step) {
    let energy = 0
    for (let i = at; i < at + width; i++) energy += samples[i]! * samples[i]!
    if (energy >= least) continue
    least = energy
    position = at + width / 2
  }
  return position
}

const clip = (sample: number) => Math.max(-1, Math.min(1, sample))

function rms(samples: Float32Array): number {
  let energy = 0
  for (const sample of samples) energy += sample * sample
  return Math.sqrt(energy / Math.max(1, samples.length))
}
