/** Zero crossings of the windowed sinc on each side. More of them make the filter sharper and slower. */
const ZERO_CROSSINGS = 16
/** End of the passband as a fraction of the lower Nyquist frequency. Higher frequencies are attenuated. */
const PASS_BAND = 0.92
/** Shape of the Kaiser window. With 8, aliases are about 80 dB down. */
const KAISER_BETA = 8
/** Upper limit of the number of phases. Ratios that need more of them use the nearest phase. */
const MAX_PHASES = 512
/** Samples that are filtered at a time. Many small calls take twice as long. */
const CHUNK_SAMPLES = 32_768

/**
 * Changes the sample rate of one channel in chunks, with a polyphase windowed-sinc filter. It adds no delay: the first output
 * sample is at the time of the first input sample. The browser uses it for transcoding, the server for decoding. Call `push` with
 * each chunk of input and use its return value; call `finish` once at the end. The total output is `ceil(input samples * outRate /
 * inRate)` samples. Rates are integers in Hz.
 */
export class Resampler {
  readonly inRate: number
  readonly outRate: number
  /** Output samples per `#down` input samples, after dividing both rates by their greatest common divisor. */
  readonly #up: number
  readonly #down: number
  readonly #taps: number
  readonly #phases: number
  /** @NOTE 64 bits, like all sums: converting each factor would cost a tenth of the time. */
  readonly #filter: Float64Array
  readonly #pending: Float64Array
  #filled: number
  /** Index in `#pending` where the next output sample starts. May lie beyond the end of the input so far. */
  #position = 0
  #phase = 0
  #inputCount = 0
  #outputCount = 0

  constructor(inRate: number, outRate: number) {
    if (!isRate(inRate) || !isRate(outRate)) throw new RangeError(`cannot resample from ${inRate} Hz to ${outRate} Hz`)
    this.inRate = inRate
    this.outRate = outRate
    const divisor = greatestCommonDivisor(inRate, outRate)
    this.#up = outRate / divisor
    this.#down = inRate / divisor
    const ratio = Math.min(1, outRate / inRate)
    const halfTaps = evenAtLeast(ZERO_CROSSINGS / ratio)
    this.#taps = 2 * halfTaps
    this.#phases = Math.min(this.#up, MAX_PHASES)
    this.#filter = buildFilter(halfTaps, this.#phases, ratio * PASS_BAND)
    this.#pending = new Float64Array(CHUNK_SAMPLES + 2 * this.#taps)
    this.#filled = halfTaps - 1
  }

  /** Accepts input of any length and copies it. Returns the output that is ready, often one chunk late. */
  push(samples: Float32Array): Float32Array<ArrayBuffer> {
    if (this.#up === this.#down) return Float32Array.from(samples)
    this.#inputCount += samples.length
    const chunks: Float32Array<ArrayBuffer>[] = []
    for (let offset = 0; offset < samples.length;) {
      const chunk = samples.subarray(offset, offset + this.#pending.length - this.#filled)
      this.#pending.set(chunk, this.#filled)
      this.#filled += chunk.length
      offset += chunk.length
      if (this.#filled === this.#pending.length) chunks.push(this.#filterPending())
    }
    return concat(chunks)
  }

  /** Returns the rest of the output, as if silence followed the input. The resampler cannot be used afterwards. */
  finish(): Float32Array<ArrayBuffer> {
    if (this.#up === this.#down) return new Float32Array(0)
    const outputLength = Math.ceil((this.#inputCount * this.#up) / this.#down)
    const chunks: Float32Array<ArrayBuffer>[] = []
    while (this.#outputCount < outputLength) {
      const silence = Math.min(this.#taps, this.#pending.length - this.#filled)
      this.#pending.fill(0, this.#filled, this.#filled + silence)
      this.#filled += silence
      chunks.push(this.#filterPending())
    }
    const last = concat(chunks)
    return last.slice(0, last.length - Math.max(0, this.#outputCount - outputLength))
  }

  #filterPending(): Float32Array<ArrayBuffer> {
    const taps = this.#taps
    const maxOutput = Math.ceil(((this.#filled + this.#down) * this.#up) / this.#down) + 1
    const out = new Float32Array(maxOutput)
    let written = 0
    while (this.#position + taps <= this.#filled) {
      out[written++] = this.#convolve(this.#position, this.#nearestPhase() * taps)
      this.#phase += this.#down
      this.#position += Math.floor(this.#phase / this.#up)
      this.#phase %= this.#up
    }
    const consumed = Math.min(this.#position, this.#filled)
    this.#pending.copyWithin(0, consumed, this.#filled)
    this.#filled -= consumed
    this.#position -= consumed
    this.#outputCount += written
    return out.slice(0, written)
  }

  #nearestPhase(): number {
    if (this.#phases === this.#up) return this.#phase
    return Math.min(this.#phases - 1, Math.round((this.#phase * this.#phases) / this.#up))
  }

  /** Four independent sums let the CPU add them in parallel. `taps` is a multiple of four. */
  #convolve(offset: number, filterOffset: number): number {
    const x = this.#pending
    const h = this.#filter
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let k = 0; k < this.#taps; k += 4) {
      a += x[offset + k]! * h[filterOffset + k]!
      b += x[offset + k + 1]! * h[filterOffset + k + 1]!
      c += x[offset + k + 2]! * h[filterOffset + k + 2]!
      d += x[offset + k + 3]! * h[filterOffset + k + 3]!
    }
    return a + b + (c + d)
  }
}

/** Returns one row of taps for each phase. Each row sums to 1, so that a constant signal keeps its value. */
function buildFilter(halfTaps: number, phases: number, cutoff: number): Float64Array {
  const taps = 2 * halfTaps
  const filter = new Float64Array(phases * taps)
  for (let phase = 0; phase < phases; phase++) {
    const row = Array.from({ length: taps }, (_, k) => windowedSinc(k - halfTaps + 1 - phase / phases, halfTaps, cutoff))
    const sum = row.reduce((total, value) => total + value, 0)
    for (const [k, value] of row.entries()) filter[phase * taps + k] = value / sum
  }
  return filter
}

/** The windowed sinc at `x` input samples from its center. */
function windowedSinc(x: number, halfTaps: number, cutoff: number): number {
  const edge = x / halfTaps
  if (Math.abs(edge) > 1) return 0
  const angle = Math.PI * cutoff * x
  const sinc = Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle
  return (sinc * besselI0(KAISER_BETA * Math.sqrt(1 - edge * edge))) / besselI0(KAISER_BETA)
}

/** The modified Bessel function of order 0 as a power series. It defines the Kaiser window. */
function besselI0(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; k < 30; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function concat(chunks: readonly Float32Array<ArrayBuffer>[]): Float32Array<ArrayBuffer> {
  if (chunks.length === 1) return chunks[0]!
  const result = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    result.set(chunk, offset)
    offset += chunk.length
  }
  return result
}

const evenAtLeast = (n: number): number => 2 * Math.ceil(n / 2)
const isRate = (n: number): boolean => Number.isInteger(n) && n >= 1000 && n <= 768_000

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
