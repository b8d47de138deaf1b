import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'

/** Spectrum frames per second: one every 10 ms. */
export const MEL_FRAMES_PER_SECOND = 100
/** Mel bands of Whisper base. */
export const MEL_BANDS = 80

const POINTS = 400
const HOP = SPEECH_SAMPLE_RATE / MEL_FRAMES_PER_SECOND
const BINS = POINTS / 2 + 1
const hann = Float64Array.from({ length: POINTS }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / POINTS))
const melBands = createMelBands()

/**
 * Returns Whisper's input spectrum: 80 rows (Slaney's mel bands) of `frames` columns, log10 of power, clamped to 8 below the
 * maximum and scaled to about -1..1. After the end of `pcm` there is silence; before its start it is mirrored.
 */
export function logMel(pcm: Float32Array, frames: number): Float32Array {
  const out = new Float32Array(MEL_BANDS * frames).fill(-10)
  const audibleFrames = Math.min(frames, Math.ceil((pcm.length + POINTS / 2) / HOP))
  const data = complex400()
  const scratch = complex400()
  const power = new Float64Array(BINS)
  const nextPower = new Float64Array(BINS)
  for (let frame = 0; frame < audibleFrames; frame += 2) {
    windowFrame(pcm, frame, data.re)
    windowFrame(pcm, frame + 1, data.im)
    fft400(data, scratch)
    splitPowers(data.re, data.im, power, nextPower)
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

/** Two real frames were transformed as one complex signal. Its symmetry separates them again. */
function splitPowers(re: Float64Array, im: Float64Array, power: Float64Array, nextPower: Float64Array): void {
  for (let bin = 0; bin < BINS; bin++) {
    const mirrored = (POINTS - bin) % POINTS
    const aRe = re[bin]! + re[mirrored]!
    const aIm = im[bin]! - im[mirrored]!
    const bRe = im[bin]! + im[mirrored]!
    const bIm = re[mirrored]! - re[bin]!
    power[bin] = (aRe * aRe + aIm * aIm) / 4
    nextPower[bin] = (bRe * bRe + bIm * bIm) / 4
  }
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

const FFT_POINTS = 400
const RADICES = [4, 4, 5, 5]
const cosines = Float64Array.from({ length: FFT_POINTS }, (_, i) => Math.cos((2 * Math.PI * i) / FFT_POINTS))
const sines = Float64Array.from({ length: FFT_POINTS }, (_, i) => -Math.sin((2 * Math.PI * i) / FFT_POINTS))

/** 400 complex numbers, with separate real and imaginary parts. */
type Complex400 = { re: Float64Array; im: Float64Array }

/** Returns 400 zeros. */
export const complex400 = (): Complex400 => ({ re: new Float64Array(FFT_POINTS), im: new Float64Array(FFT_POINTS) })

/**
 * Discrete Fourier transform of 400 = 4·4·5·5 complex points, in place. `scratch` is overwritten. It is a Stockham FFT: each of
 * the four stages writes into the other array, so no reordering is needed and the result is in `data`.
 */
export function fft400(data: Complex400, scratch: Complex400): void {
  let from = data
  let to = scratch
  let stride = 1
  for (const radix of RADICES) {
    combine(from, to, radix, stride)
    ;[from, to] = [to, from]
    stride *= radix
  }
}

function combine(from: Complex400, to: Complex400, radix: number, stride: number): void {
  const blocks = FFT_POINTS / (radix * stride)
  const step = FFT_POINTS / radix
  for (let block = 0; block < blocks; block++) {
    for (let k = 0; k < radix; k++) {
      const rotation = block * k * stride
      const rotationCos = cosines[rotation % FFT_POINTS]!
      const rotationSin = sines[rotation % FFT_POINTS]!
      for (let q = 0; q < stride; q++) {
        let re = 0
        let im = 0
        for (let j = 0; j < radix; j++) {
          const at = q + stride * (block + j * blocks)
          const angle = (j * k * step) % FFT_POINTS
          re += from.re[at]! * cosines[angle]! - from.im[at]! * sines[angle]!
          im += from.re[at]! * sines[angle]! + from.im[at]! * cosines[angle]!
        }
        const out = q + stride * (radix * block + k)
        to.re[out] = re * rotationCos - im * rotationSin
        to.im[out] = re * rotationSin + im * rotationCos
      }
    }
  }
}
