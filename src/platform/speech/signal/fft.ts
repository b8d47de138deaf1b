/** Complex numbers, with separate real and imaginary parts. */
export type Complex = { re: Float64Array; im: Float64Array }

/** Returns `points` zeros. */
export const complexZeros = (points: number): Complex => ({ re: new Float64Array(points), im: new Float64Array(points) })

/**
 * Returns the discrete Fourier transform for as many points as the product of the radices, in place. `scratch` is overwritten. It
 * is a Stockham FFT: each stage writes into the other array, so no reordering is needed. The number of radices must be even, so
 * that the result is in `data`.
 */
export function createFft(radices: readonly number[]): (data: Complex, scratch: Complex) => void {
  if (radices.length % 2 !== 0) throw new RangeError('An FFT needs an even number of stages.')
  const points = radices.reduce((product, radix) => product * radix, 1)
  const cosines = Float64Array.from({ length: points }, (_, i) => Math.cos((2 * Math.PI * i) / points))
  const sines = Float64Array.from({ length: points }, (_, i) => -Math.sin((2 * Math.PI * i) / points))
  return (data, scratch) => {
    let from = data
    let to = scratch
    let stride = 1
    for (const radix of radices) {
      combine(from, to, { points, radix, stride, cosines, sines })
      ;[from, to] = [to, from]
      stride *= radix
    }
  }
}

type Stage = { points: number; radix: number; stride: number; cosines: Float64Array; sines: Float64Array }

function combine(from: Complex, to: Complex, { points, radix, stride, cosines, sines }: Stage): void {
  const blocks = points / (radix * stride)
  const step = points / radix
  for (let block = 0; block < blocks; block++) {
    for (let k = 0; k < radix; k++) {
      const rotation = block * k * stride
      const rotationCos = cosines[rotation % points]!
      const rotationSin = sines[rotation % points]!
      for (let q = 0; q < stride; q++) {
        let re = 0
        let im = 0
        for (let j = 0; j < radix; j++) {
          const at = q + stride * (block + j * blocks)
          const angle = (j * k * step) % points
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

/**
 * Writes the powers of the spectra of two real signals that were transformed as the real and imaginary part of one complex signal.
 * Its symmetry separates them again. `first` and `second` have `points / 2 + 1` bins.
 */
export function splitPowers({ re, im }: Complex, first: Float64Array, second: Float64Array): void {
  const points = re.length
  for (let bin = 0; bin <= points / 2; bin++) {
    const mirrored = (points - bin) % points
    const aRe = re[bin]! + re[mirrored]!
    const aIm = im[bin]! - im[mirrored]!
    const bRe = im[bin]! + im[mirrored]!
    const bIm = re[mirrored]! - re[bin]!
    first[bin] = (aRe * aRe + aIm * aIm) / 4
    second[bin] = (bRe * bRe + bIm * bIm) / 4
  }
}
