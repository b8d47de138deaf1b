import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { complexZeros, createFft, splitPowers } from '../signal/fft.ts'

/** Bands of a frame. */
export const FBANK_BANDS = 80
/** Samples between the starts of two frames: 10 ms. */
export const FBANK_HOP = SPEECH_SAMPLE_RATE / 100
/** Samples of a frame: 25 ms. */
export const FBANK_FRAME = SPEECH_SAMPLE_RATE / 40

const POINTS = 512
const BINS = POINTS / 2
const PREEMPHASIS = 0.97
const LOWEST_HERTZ = 20
/** The minimum energy of a band: the 32-bit float epsilon. */
const MIN_ENERGY = 2 ** -23
/** The networks expect the value range of 16-bit integers. */
const SCALE = 32_768

const fft512 = createFft([4, 4, 4, 8])
const hamming = Float64Array.from({ length: FBANK_FRAME }, (_, i) => {
  return 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FBANK_FRAME - 1))
})
const bands = createBands()

/** Returns the number of frames that fit completely into this many samples. */
export const fbankFrames = (samples: number): number =>
  samples < FBANK_FRAME ? 0 : 1 + Math.floor((samples - FBANK_FRAME) / FBANK_HOP)

/**
 * Returns the log energies of mel bands, as Kaldi computes them: row by row, `FBANK_BANDS` values for each complete frame of the
 * samples (-1 to 1).
 */
export function fbank(pcm: Float32Array): Float32Array {
  const count = fbankFrames(pcm.length)
  const out = new Float32Array(count * FBANK_BANDS)
  const [data, scratch] = [complexZeros(POINTS), complexZeros(POINTS)]
  const [powers, nextPowers] = [new Float64Array(BINS + 1), new Float64Array(BINS + 1)]
  for (let frame = 0; frame < count; frame += 2) {
    readFrame(pcm, frame * FBANK_HOP, data.re)
    if (frame + 1 < count) readFrame(pcm, (frame + 1) * FBANK_HOP, data.im)
    else data.im.fill(0)
    fft512(data, scratch)
    splitPowers(data, powers, nextPowers)
    writeBands(powers, out, frame)
    if (frame + 1 < count) writeBands(nextPowers, out, frame + 1)
  }
  return out
}

/** Removes the mean, emphasizes high frequencies and applies the window. */
function readFrame(pcm: Float32Array, start: number, target: Float64Array): void {
  let mean = 0
  for (let i = 0; i < FBANK_FRAME; i++) mean += pcm[start + i]!
  mean /= FBANK_FRAME
  let previous = (pcm[start]! - mean) * SCALE
  for (let i = 0; i < FBANK_FRAME; i++) {
    const value = (pcm[start + i]! - mean) * SCALE
    target[i] = (value - PREEMPHASIS * previous) * hamming[i]!
    previous = value
  }
  target.fill(0, FBANK_FRAME)
}

function writeBands(powers: Float64Array, out: Float32Array, frame: number): void {
  for (let band = 0; band < FBANK_BANDS; band++) {
    const { start, weights } = bands[band]!
    let sum = 0
    for (let i = 0; i < weights.length; i++) sum += weights[i]! * powers[start + i]!
    out[frame * FBANK_BANDS + band] = Math.log(Math.max(sum, MIN_ENERGY))
  }
}

type Band = { readonly start: number; readonly weights: Float64Array }

/** Returns triangles of height one, linear on the mel scale of HTK, from 20 Hz to half the sample rate. */
function createBands(): Band[] {
  const toMel = (hertz: number) => 1127 * Math.log(1 + hertz / 700)
  const [lowest, highest] = [toMel(LOWEST_HERTZ), toMel(SPEECH_SAMPLE_RATE / 2)]
  const width = (highest - lowest) / (FBANK_BANDS + 1)
  return Array.from({ length: FBANK_BANDS }, (_, band) => {
    const low = lowest + band * width
    const weights = Array.from({ length: BINS }, (_bin, bin) => {
      const mel = toMel((bin * SPEECH_SAMPLE_RATE) / POINTS)
      return Math.max(0, Math.min((mel - low) / width, (low + 2 * width - mel) / width))
    })
    const start = weights.findIndex((weight) => weight > 0)
    const end = weights.findLastIndex((weight) => weight > 0) + 1
    return { start: Math.max(0, start), weights: Float64Array.from(weights.slice(Math.max(0, start), end)) }
  })
}
