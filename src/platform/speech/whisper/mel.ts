import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { complexZeros, createFft, splitPowers } from '../signal/fft.ts'

/** Spectrum frames per second: one every 10 ms. */
export const MEL_FRAMES_PER_SECOND = 100
/** Mel bands of Whisper base. */
export const MEL_BANDS = 80

const POINTS = 400
const HOP = SPEECH_SAMPLE_RATE / MEL_FRAMES_PER_SECOND
const BINS = POINTS / 2 + 1
const hann = Float64Array.from({ length: POINTS }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / POINTS))
const melBands = createMelBands()
/** 400 = 4·4·5·5. */
const fft400 = createFft([4, 4, 5, 5])

/**
 * Returns Whisper's input spectrum: 80 rows (Slaney's mel bands) of `frames` columns, log10 of power, clamped to 8 below the
 * maximum and scaled to about -1..1. After the end of `pcm` there is silence; before its start it is mirrored.
 */
export function logMel(pcm: Float32Array, frames: number): Float32Array {
  const out = new Float32Array(MEL_BANDS * frames).fill(-10)
  const audibleFrames = Math.min(frames, Math.ceil((pcm.length + POINTS / 2) / HOP))
  const data = complexZeros(POINTS)
  const scratch = complexZeros(POINTS)
  const power = new Float64Array(BINS)
  const nextPower = new Float64Array(BINS)
  for (let frame = 0; frame < audibleFrames; frame += 2) {
    windowFrame(pcm, frame, data.re)
    windowFrame(pcm, frame + 1, data.im)
    fft400(data, scratch)
    splitPowers(data, power, nextPower)
    writeBands(power, out, frame, frames)
    if (frame + 1 < audibleFrames) writeBands(nextPower, out, frame + 1, frames)
  }
  let loudest = -10
  for (const value of out) if (value > loudest) loudest = value
  for (let i = 0; i < out.length; i++) out[i] = (Math.max(out[i]!, loudest - 8) + 4) / 4
  return out
}

function windowFrame(pcm: Float32Array, frame: number, target: Float64Array): void {
  const start = frame * HOP - POINTS / 2
  for (let i = 0; i < POINTS; i++) target[i] = (pcm[Math.abs(start + i)] ?? 0) * hann[i]!
}

function writeBands(power: Float64Array, out: Float32Array, frame: number, frames: number): void {
  for (let band = 0; band < MEL_BANDS; band++) {
    const { start, weights } = melBands[band]!
    let sum = 0
    for (let i = 0; i < weights.length; i++) sum += weights[i]! * power[start + i]!
    out[band * frames + frame] = Math.log10(Math.max(sum, 1e-10))
  }
}

type Band = { readonly start: number; readonly weights: Float64Array }

/**
 * Returns triangles on Slaney's mel scale: linear up to 1 kHz (15 mel), then 27 mel for every factor of 6.4, each with area one.
 */
function createMelBands(): Band[] {
  const hertz = (mel: number) => (mel < 15 ? (mel * 200) / 3 : 1000 * Math.exp((Math.log(6.4) / 27) * (mel - 15)))
  const top = 15 + (27 * Math.log(SPEECH_SAMPLE_RATE / 2 / 1000)) / Math.log(6.4)
  const edges = Array.from({ length: MEL_BANDS + 2 }, (_, i) => hertz((top * i) / (MEL_BANDS + 1)))
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [low, peak, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!]
    const weights = Array.from({ length: BINS }, (_, bin) => {
      const at = (bin * SPEECH_SAMPLE_RATE) / POINTS
      return (Math.max(0, Math.min((at - low) / (peak - low), (high - at) / (high - peak))) * 2) / (high - low)
    })
    const start = weights.findIndex((weight) => weight > 0)
    const end = weights.findLastIndex((weight) => weight > 0) + 1
    return { start, weights: Float64Array.from(weights.slice(start, end)) }
  })
}
