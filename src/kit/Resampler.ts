/** Zero crossings of the windowed sinc on each side. More of them make the filter sharper and slower. */
const ZERO_CROSSINGS = 16
/** End of the pass band as a fraction of the lower Nyquist frequency. Higher frequencies are attenuated. */
const PASS_BAND = 0.92
/** Shape of the Kaiser window. With 8, aliases are about 80 dB down. */
const KAISER_BETA = 8
/** Upper limit of the number of phases. Ratios that need more of them use the nearest phase. */
const MOST_PHASES = 512
/** Samples that are filtered at a time. Many small calls take twice as long. */
const PIECE = 32_768

/**
 * Changes the sample rate of one channel in chunks, with a polyphase windowed-sinc filter. It adds no delay: the first output
 * sample is at the time of the first input sample. The browser uses it for transcoding, the server for decoding.
 *
 * Call `push` with each chunk of input and use what it returns. Call `finish` once at the end. The total output is `ceil(input
 * samples * outRate / inRate)` samples. Rates are whole numbers of Hz.
 */
export class Resampler {
  readonly inRate: number
  readonly outRate: number
  /** Output samples per `#down` input samples, after dividing both rates by their greatest common divisor. */
  readonly #up: number
  readonly #down: number
  readonly #taps: number
  readonly #phases: number
  /** @NOTE 64 bits wide because all sums are: converting each factor costs a tenth of the time. */
  readonly #filter: Float64Array
  readonly #waiting: Float64Array
  #filled: number
  /** Index in `#pending` where the next output sample starts. May lie beyond the end of the input so far. */
  #at = 0
  #phase = 0
  #taken = 0
  #given = 0

  constructor(inRate: number, outRate: number) {
    if (!isRate(inRate) || !isRate(outRate)) throw new RangeError(`cannot resample from ${inRate} Hz to ${outRate} Hz`)
    this.inRate = inRate
    this.outRate = outRate
    const common = greatestCommonDivisor(inRate, outRate)
    this.#up = outRate / common
    this.#down = inRate / common
    const ratio = Math.min(1, outRate / inRate)
    const half = evenAtLeast(ZERO_CROSSINGS / ratio)
    this.#taps = 2 * half
    this.#phases = Math.min(this.#up, MOST_PHASES)
    this.#filter = phasesOf(half, this.#phases, ratio * PASS_BAND)
    this.#waiting = new Float64Array(PIECE + 2 * this.#taps)
    this.#filled = half - 1
  }

  /** Accepts input of any length and copies it. Returns the output that is ready, often one chunk late. */
  push(samples: Float32Array): Float32Array<ArrayBuffer> {
    if (this.#up === this.#down) return Float32Array.from(samples)
    this.#taken += samples.length
    const pieces: Float32Array<ArrayBuffer>[] = []
    for (let from = 0; from < samples.length;) {
      const piece = samples.subarray(from, from + this.#waiting.length - this.#filled)
      this.#waiting.set(piece, this.#filled)
      this.#filled += piece.length
      from += piece.length
      if (this.#filled === this.#waiting.length) pieces.push(this.#filterWaiting())
    }
    return joined(pieces)
  }

  /** Returns the rest of the output, as if silence followed the input. The resampler cannot be used afterwards. */
  finish(): Float32Array<ArrayBuffer> {
    if (this.#up === this.#down) return new Float32Array(0)
    const owed = Math.ceil((this.#taken * this.#up) / this.#down)
    const pieces: Float32Array<ArrayBuffer>[] = []
    while (this.#given < owed) {
      const silence = Math.min(this.#taps, this.#waiting.length - this.#filled)
      this.#waiting.fill(0, this.#filled, this.#filled + silence)
      this.#filled += silence
      pieces.push(this.#filterWaiting())
    }
    const last = joined(pieces)
    return last.slice(0, last.length - Math.max(0, this.#given - owed))
  }

  #filterWaiting(): Float32Array<ArrayBuffer> {
    const taps = this.#taps
    const most = Math.ceil(((this.#filled + this.#down) * this.#up) / this.#down) + 1
    const out = new Float32Array(most)
    let written = 0
    while (this.#at + taps <= this.#filled) {
      out[written++] = this.#sumAt(this.#at, this.#nearestPhase() * taps)
      this.#phase += this.#down
      this.#at += Math.floor(this.#phase / this.#up)
      this.#phase %= this.#up
    }
    const keepFrom = Math.min(this.#at, this.#filled)
    this.#waiting.copyWithin(0, keepFrom, this.#filled)
    this.#filled -= keepFrom
    this.#at -= keepFrom
    this.#given += written
    return out.slice(0, written)
  }

  #nearestPhase(): number {
    if (this.#phases === this.#up) return this.#phase
    return Math.min(this.#phases - 1, Math.round((this.#phase * this.#phases) / this.#up))
  }

  /** Four independent sums let the processor add them in parallel. `taps` is a multiple of four. */
  #sumAt(at: number, filterAt: number): number {
    const x = this.#waiting
    const h = this.#filter
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let k = 0; k < this.#taps; k += 4) {
      a += x[at + k]! * h[filterAt + k]!
      b += x[at + k + 1]! * h[filterAt + k + 1]!
      c += x[at + k + 2]! * h[filterAt + k + 2]!
      d += x[at + k + 3]! * h[filterAt + k + 3]!
    }
    return a + b + (c + d)
  }
}

/** Returns one row of taps for each phase. Each row sums to 1, so that a constant signal keeps its value. */
function phasesOf(half: number, phases: number, cutoff: number): Float64Array {
  const taps = 2 * half
  const filter = new Float64Array(phases * taps)
  for (let phase = 0; phase < phases; phase++) {
    const row = Array.from({ length: taps }, (_, k) => tap(k - half + 1 - phase / phases, half, cutoff))
    const sum = row.reduce((total, value) => total + value, 0)
    for (const [k, value] of row.entries()) filter[phase * taps + k] = value / sum
  }
  return filter
}

/** The windowed sinc at `x` input samples from its center. */
function tap(x: number, half: number, cutoff: number): number {
  const edge = x / half
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

function joined(pieces: readonly Float32Array<ArrayBuffer>[]): Float32Array<ArrayBuffer> {
  if (pieces.length === 1) return pieces[0]!
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

const evenAtLeast = (n: number): number => 2 * Math.ceil(n / 2)
const isRate = (n: number): boolean => Number.isInteger(n) && n >= 1000 && n <= 768_000

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
