/** Weight of each channel in the mix, by its place in the layout. Voices are in the centre; the LFE channel contains none. */
const [FRONT, CENTRE, LFE, SURROUND] = [1, 2, 0, 0.5]
/** Layouts by number of channels, in the channel order of WAV, which browsers and most formats use. */
const WAV_LAYOUTS: Readonly<Record<number, readonly number[]>> = {
  3: [FRONT, FRONT, CENTRE],
  4: [FRONT, FRONT, SURROUND, SURROUND],
  5: [FRONT, FRONT, CENTRE, SURROUND, SURROUND],
  6: [FRONT, FRONT, CENTRE, LFE, SURROUND, SURROUND],
  7: [FRONT, FRONT, CENTRE, LFE, SURROUND, SURROUND, SURROUND],
  8: [FRONT, FRONT, CENTRE, LFE, SURROUND, SURROUND, SURROUND, SURROUND],
}
/** The same in the channel order of Vorbis and Opus: left, centre, right, …, LFE (RFC 7845). */
const VORBIS_LAYOUTS: Readonly<Record<number, readonly number[]>> = {
  3: [FRONT, CENTRE, FRONT],
  4: [FRONT, FRONT, SURROUND, SURROUND],
  5: [FRONT, CENTRE, FRONT, SURROUND, SURROUND],
  6: [FRONT, CENTRE, FRONT, SURROUND, SURROUND, LFE],
  7: [FRONT, CENTRE, FRONT, SURROUND, SURROUND, SURROUND, LFE],
  8: [FRONT, CENTRE, FRONT, SURROUND, SURROUND, SURROUND, SURROUND, LFE],
}

/** Returns the weights of channels whose layout follows from their number. Other numbers of channels get equal weights. */
export const weightsOf = (channels: number, order: 'wav' | 'vorbis' = 'wav'): readonly number[] =>
  (order === 'wav' ? WAV_LAYOUTS : VORBIS_LAYOUTS)[channels] ?? Array.from({ length: channels }, () => FRONT)

/** Weights of the speaker positions of WAVEFORMATEXTENSIBLE, by bit of the channel mask. */
const MASK_WEIGHTS = [FRONT, FRONT, CENTRE, LFE, SURROUND, SURROUND, FRONT, FRONT, SURROUND, SURROUND, SURROUND]

/** Returns the channel weights of a WAV file with a channel mask; equal weights without a mask. */
export function weightsOfMask(channels: number, mask: number): readonly number[] {
  const placed = MASK_WEIGHTS.filter((_, bit) => (mask >> bit) & 1)
  const isKnown = placed.length === channels && placed.some((weight) => weight > 0)
  return isKnown ? placed : Array.from({ length: channels }, () => FRONT)
}

/**
 * The two front channels count as inverted when their common signal is this many times stronger in their difference than in their
 * sum.
 */
const INVERTED = 4
/** The fraction of a block during which the mix fades between sum and difference. */
const FADE = 0.1

type DownmixOptions = {
  readonly weights: readonly number[]
  /** Number of samples per block, about 0.1 s. Inversion is detected separately for each block. */
  readonly blockSize: number
  /** The position of the first sample in the recording, so that blocks are the same wherever a decoder starts. May be negative. */
  readonly position?: number
}

/**
 * Mixes the channels of a recording down to mono. If left and right are inverted, for example by a wrong cable, they would cancel
 * each other out in the sum, so the difference is used there. Chunks of any length give the same samples.
 */
export class Downmixer {
  readonly #weights: readonly number[]
  readonly #blockSize: number
  /** The indexes of left and right, if both exist. */
  readonly #pair: readonly [number, number] | null
  readonly #pending: readonly Float32Array[]
  #filled = 0
  #wanted: number
  #sign: 1 | -1 | null = null

  constructor({ weights, blockSize, position = 0 }: DownmixOptions) {
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    this.#weights = weights.map((weight) => weight / total)
    this.#blockSize = blockSize
    const fronts = weights.flatMap((weight, channel) => (weight === FRONT ? [channel] : []))
    this.#pair = fronts.length === 2 ? [fronts[0]!, fronts[1]!] : null
    this.#pending = weights.map(() => new Float32Array(blockSize))
    this.#wanted = blockSize - (((position % blockSize) + blockSize) % blockSize)
  }

  /** Accepts samples of each channel and returns the mix that is ready. */
  push(channels: readonly Float32Array[]): Float32Array<ArrayBuffer> {
    const length = channels[0]?.length ?? 0
    if (this.#weights.length === 1) return Float32Array.from(channels[0] ?? [])
    const mixed = new Float32Array(this.#filled + length)
    let [offset, written] = [0, 0]
    while (offset < length) {
      const count = Math.min(this.#wanted - this.#filled, length - offset)
      for (const [channel, block] of this.#pending.entries())
        block.set(channels[channel]?.subarray(offset, offset + count) ?? new Float32Array(count), this.#filled)
      this.#filled += count
      offset += count
      if (this.#filled < this.#wanted) break
      written += this.#mixBlock(mixed.subarray(written))
    }
    return mixed.subarray(0, written)
  }

  /** Returns the mix of the remaining samples. */
  finish(): Float32Array<ArrayBuffer> {
    const mixed = new Float32Array(this.#filled)
    this.#mixBlock(mixed)
    return mixed
  }

  /** Mixes the samples of the current block and starts the next one. Returns the number of samples. */
  #mixBlock(mixed: Float32Array): number {
    const length = this.#filled
    for (const [channel, weight] of this.#weights.entries()) {
      const samples = this.#pending[channel]!
      if (channel === this.#pair?.[1]) this.#addRight(mixed, samples, weight)
      else if (weight > 0) for (let i = 0; i < length; i++) mixed[i]! += samples[i]! * weight
    }
    this.#filled = 0
    this.#wanted = this.#blockSize
    return length
  }

  #addRight(mixed: Float32Array, right: Float32Array, weight: number): void {
    const length = this.#filled
    const sign = this.#isInverted() ? -1 : 1
    const before = this.#sign ?? sign
    const fade = before === sign ? 0 : Math.min(length, Math.ceil(this.#blockSize * FADE))
    for (let i = 0; i < length; i++)
      mixed[i]! += right[i]! * weight * (i < fade ? before + ((sign - before) * (i + 1)) / fade : sign)
    this.#sign = sign
  }

  #isInverted(): boolean {
    if (!this.#pair) return false
    const [left, right] = [this.#pending[this.#pair[0]]!, this.#pending[this.#pair[1]]!]
    let [sum, difference] = [0, 0]
    for (let i = 0; i < this.#filled; i++) {
      sum += (left[i]! + right[i]!) ** 2
      difference += (left[i]! - right[i]!) ** 2
    }
    return difference > sum * INVERTED
  }
}
