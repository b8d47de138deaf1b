/** The fraction of a block during which the gain changes. */
const FADE = 0.1

/**
 * Keeps audio between -1 and 1: each block with a higher peak is attenuated as a whole, with a fade from the block before. Audio
 * within the range is not changed. Chunks of any length give the same samples.
 */
export class Limiter {
  readonly #block: Float32Array
  #filled = 0
  #gain = 1

  /** `blockSize` is in samples, about 0.1 s. */
  constructor(blockSize: number) {
    this.#block = new Float32Array(blockSize)
  }

  /** Returns the samples that are ready. */
  push(samples: Float32Array): Float32Array<ArrayBuffer> {
    const size = this.#block.length
    const limited = new Float32Array(Math.floor((this.#filled + samples.length) / size) * size)
    let [offset, written] = [0, 0]
    while (offset < samples.length) {
      const part = samples.subarray(offset, offset + size - this.#filled)
      this.#block.set(part, this.#filled)
      this.#filled += part.length
      offset += part.length
      if (this.#filled < size) break
      limited.set(this.finish(), written)
      written += size
    }
    return limited
  }

  /** Returns the remaining samples. */
  finish(): Float32Array<ArrayBuffer> {
    const block = this.#block.slice(0, this.#filled)
    this.#filled = 0
    const gain = 1 / block.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 1)
    if (gain === 1 && this.#gain === 1) return block
    const fade = gain === this.#gain ? 0 : Math.ceil(block.length * FADE)
    const before = this.#gain
    this.#gain = gain
    return block.map((sample, i) => {
      const wanted = i < fade ? before + ((gain - before) * (i + 1)) / fade : gain
      return Math.max(-1, Math.min(1, sample * wanted))
    })
  }
}
