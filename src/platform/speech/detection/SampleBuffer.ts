/** Samples that are still needed, addressed by their position in the recording. */
export type SampleBuffer = {
  /** Position of the next sample. */
  readonly end: () => number
  push: (samples: Float32Array) => void
  /** Returns a copy of the samples from `start` to `end` (exclusive). Dropped and future samples are left out. */
  slice: (start: number, end: number) => Float32Array
  /** Drops all samples before `start`. */
  dropBefore: (start: number) => void
}

/** Returns an empty buffer whose first sample has the position `origin`. */
export function createSampleBuffer(origin: number): SampleBuffer {
  let samples = new Float32Array(1 << 16)
  let start = origin
  let length = 0
  return {
    end: () => start + length,
    push: (chunk) => {
      if (length + chunk.length > samples.length) {
        const larger = new Float32Array(2 * (length + chunk.length))
        larger.set(samples.subarray(0, length))
        samples = larger
      }
      samples.set(chunk, length)
      length += chunk.length
    },
    slice: (from, to) => samples.slice(Math.max(0, from - start), Math.max(0, Math.min(length, to - start))),
    dropBefore: (position) => {
      const dropped = Math.min(length, position - start)
      if (dropped <= 0) return
      samples.copyWithin(0, dropped, length)
      start += dropped
      length -= dropped
    },
  }
}
