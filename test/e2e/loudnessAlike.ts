/** Window and step of the loudness curve, in ms. */
const WINDOW_MS = 50
const STEP_MS = 10
/** How much later or earlier the second sound may start, in steps. Encoders and containers add a delay. */
const MAX_DELAY_STEPS = 60
const MAX_ADVANCE_STEPS = 20

/** Returns how similar the loudness curves of two sounds are, 1 being equal: the highest correlation over all allowed shifts. */
export function loudnessCorrelation(first: Float32Array, second: Float32Array, sampleRate: number): number {
  const a = envelope(first, sampleRate)
  const b = envelope(second, sampleRate)
  let best = -1
  for (let shift = -MAX_ADVANCE_STEPS; shift <= MAX_DELAY_STEPS; shift++) {
    const [left, right] = shift < 0 ? [a.slice(-shift), b] : [a, b.slice(shift)]
    best = Math.max(best, correlation(left, right))
  }
  return best
}

function envelope(samples: Float32Array, sampleRate: number): number[] {
  const length = (sampleRate * WINDOW_MS) / 1000
  const step = (sampleRate * STEP_MS) / 1000
  return Array.from({ length: Math.max(0, Math.floor((samples.length - length) / step)) }, (_, n) => {
    const window = samples.subarray(n * step, n * step + length)
    return Math.sqrt(window.reduce((sum, sample) => sum + sample * sample, 0) / length)
  })
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length)
  const mean = (values: readonly number[]) => values.slice(0, length).reduce((sum, value) => sum + value, 0) / length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [products, squaresA, squaresB] = [0, 0, 0]
  for (let i = 0; i < length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB]
    products += x * y
    squaresA += x * x
    squaresB += y * y
  }
  return products / Math.sqrt(squaresA * squaresB || 1)
}
