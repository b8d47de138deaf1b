/** Samples that are still needed, addressed by their position in the recording. */
export type Backlog = {
  /** Position of the next sample. */
  readonly end: () => number
  push: (samples: Float32Array) => void
  /** Returns a copy of the samples from `start` to `end` (exclusive). Dropped and future samples are left out. */
  slice: (start: number, end: number) => Float32Array
  /** Drops all samples before `start`. */
  dropBefore: (start: number) => void
}

/** Returns an empty buffer whose first sample has the position `origin`. */
export function openBacklog(origin: number): Backlog {
  let samples = new Float32Array(1 << 16)
  let start = origin
  let length = 0
  return {
    end: () => start + length,
    push: (more) => {
      if (length + more.length > samples.length) {
        const larger = new Float32Array(2 * (length + more.length))
        larger.set(samples.subarray(0, length))
        samples = larger
      }
      samples.set(more, length)
      length += more.length
    },
    slice: (from, to) => samples.slice(Math.max(0, from - start), Math.max(0, Math.min(length, to - start))),
    dropBefore: (place) => {
      const gone = Math.min(length, place - start)
      if (gone <= 0) return
      samples.copyWithin(0, gone, length)
      start += gone
      length -= gone
    },
  }
}
