import { VOICE_CHANNELS } from './networks.ts'

/** Voice frames per second. */
export const VOICE_FRAMES_PER_SECOND = 12.5

/**
 * The voice frames of a recording, quantized to whole numbers up to 127 with a factor per frame. They take 32 KB per second, 350 MB
 * for three hours.
 */
export class VoiceFrames {
  readonly #blocks: { values: Int8Array; factors: Float32Array }[] = []
  readonly #starts: number[] = []
  count = 0

  /** Adds rows of VOICE_CHANNELS. */
  push(rows: Float32Array): void {
    const frames = rows.length / VOICE_CHANNELS
    const block = { values: new Int8Array(rows.length), factors: new Float32Array(frames) }
    for (let frame = 0; frame < frames; frame++) {
      const [from, to] = [frame * VOICE_CHANNELS, (frame + 1) * VOICE_CHANNELS]
      let largest = 1e-9
      for (let i = from; i < to; i++) largest = Math.max(largest, Math.abs(rows[i]!))
      block.factors[frame] = largest / 127
      for (let i = from; i < to; i++) block.values[i] = Math.round((rows[i]! / largest) * 127)
    }
    this.#blocks.push(block)
    this.#starts.push(this.count)
    this.count += frames
  }

  /**
   * Returns the mean and the standard deviation of each channel from frame `from` to frame `to`, for the frames whose `mask` is
   * not 0.
   */
  statistics(from: number, to: number, mask?: ArrayLike<number>): Float32Array {
    const sums = new Float64Array(VOICE_CHANNELS)
    const squares = new Float64Array(VOICE_CHANNELS)
    let frames = 0
    for (let frame = from; frame < to; frame++) {
      if (mask && !mask[frame - from]) continue
      frames++
      this.#addFrame(frame, sums, squares)
    }
    const out = new Float32Array(2 * VOICE_CHANNELS)
    const correction = frames / (frames - 1 + 1e-8)
    for (let i = 0; i < VOICE_CHANNELS; i++) {
      const mean = sums[i]! / (frames + 1e-8)
      out[i] = mean
      out[VOICE_CHANNELS + i] = Math.sqrt(Math.max(squares[i]! / (frames + 1e-8) - mean * mean, 0) * correction)
    }
    return out
  }

  #addFrame(frame: number, sums: Float64Array, squares: Float64Array): void {
    const block = this.#blockOf(frame)
    const { values, factors } = this.#blocks[block]!
    const row = frame - this.#starts[block]!
    const factor = factors[row]!
    for (let i = 0; i < VOICE_CHANNELS; i++) {
      const value = values[row * VOICE_CHANNELS + i]! * factor
      sums[i]! += value
      squares[i]! += value * value
    }
  }

  #blockOf(frame: number): number {
    let [low, high] = [0, this.#starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#starts[middle]! <= frame) low = middle
      else high = middle
    }
    return low
  }
}
