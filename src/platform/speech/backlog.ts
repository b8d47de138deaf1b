/** Samples not yet done with, addressed by their place in the recording. */
export type Backlog = {
  /** Place of the sample that comes next. */
  readonly end: () => number
  push: (samples: Float32Array) => void
  /** A copy of the samples from `start` up to `end`; what was dropped or has not come yet is left out. */
  slice: (start: number, end: number) => Float32Array
  /** Lets go of all before `start`. */
  dropBefore: (start: number) => void
}

/** A backlog whose first sample has the place `origin`. */
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
