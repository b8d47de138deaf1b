const POINTS = 400
const RADICES = [4, 4, 5, 5]
const cosines = Float64Array.from({ length: POINTS }, (_, i) => Math.cos((2 * Math.PI * i) / POINTS))
const sines = Float64Array.from({ length: POINTS }, (_, i) => -Math.sin((2 * Math.PI * i) / POINTS))

/** 400 complex numbers, with separate real and imaginary parts. */
export type Complex400 = { re: Float64Array; im: Float64Array }

/** Returns 400 zeros. */
export const complex400 = (): Complex400 => ({ re: new Float64Array(POINTS), im: new Float64Array(POINTS) })

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
  const blocks = POINTS / (radix * stride)
  const step = POINTS / radix
  for (let block = 0; block < blocks; block++) {
    for (let k = 0; k < radix; k++) {
      const rotation = block * k * stride
      const rotationCos = cosines[rotation % POINTS]!
      const rotationSin = sines[rotation % POINTS]!
      for (let q = 0; q < stride; q++) {
        let re = 0
        let im = 0
        for (let j = 0; j < radix; j++) {
          const at = q + stride * (block + j * blocks)
          const angle = (j * k * step) % POINTS
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
