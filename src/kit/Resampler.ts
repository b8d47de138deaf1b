/** Zero crossings of the windowed sinc on each side: longer is sharper and slower. */
const ZERO_CROSSINGS = 16
/** The pass band ends here, as a part of the lower of the two Nyquist frequencies; what lies above is on its way down. */
const PASS_BAND = 0.92
/** Shape of the Kaiser window: 8 keeps what aliases about 80 dB down. */
const KAISER_BETA = 8
/** Rates with an awkward ratio share this many phases, the nearest one is taken. */
const MOST_PHASES = 512
/** Input is taken in pieces of this many samples: many small calls cost twice the time. */
const PIECE = 32_768

/**
 * Changes the sample rate of one channel, piece by piece, by a polyphase windowed-sinc filter: no aliasing, no delay (the
 * first sample out lies at the moment of the first sample in). The browser's transcode and the server's decode both use it.
 *
 * `push` what has come in, use what it answers, call `finish` once at the end. In all it answers
 * `ceil(input samples * outRate / inRate)` samples. Rates are whole numbers of Hz.
 */
export class Resampler {
  readonly inRate: number
  readonly outRate: number
  /** Output steps per `down` input steps, after dividing both rates by their common factor. */
  readonly #up: number
  readonly #down: number
  readonly #taps: number
  readonly #phases: number
  /** @NOTE Of 64 bits, since all sums are made in those: turning each factor into one costs a tenth of the time. */
  readonly #filter: Float64Array
  readonly #waiting: Float64Array
  #filled: number
  /** Where in `#waiting` the next output starts; beyond what is there when the filter is ahead of its input. */
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

  /** Takes input of any length (it is copied) and answers the output that is ready, often one piece late. */
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

  /** The rest of the output, as if silence followed the input. The resampler cannot be used afterwards. */
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

  /** Four sums side by side: the processor adds them at the same time. `taps` is a multiple of four. */
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

/** One row of taps for every phase, each summing to 1 so that a constant stays the same constant. */
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

/** The windowed sinc, `x` input samples from its middle. */
function tap(x: number, half: number, cutoff: number): number {
  const edge = x / half
  if (Math.abs(edge) > 1) return 0
  const angle = Math.PI * cutoff * x
  const sinc = Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle
  return (sinc * besselI0(KAISER_BETA * Math.sqrt(1 - edge * edge))) / besselI0(KAISER_BETA)
}

/** The modified Bessel function of order 0, by its series: the Kaiser window is made of it. */
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
