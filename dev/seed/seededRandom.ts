/** Seeded random numbers: the same seed gives the same sequence. */
export type SeededRandom = {
  /** Returns a number in [0, 1). */
  next: () => number
  /** Returns an integer from `min` to `max`, both inclusive. */
  integer: (min: number, max: number) => number
  /** True in this percentage of cases. */
  percent: (percentage: number) => boolean
  pickOne: <T>(options: readonly T[]) => T
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  // mulberry32: 32 bits of state, good enough for names and dates.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let hash = Math.imul(state ^ (state >>> 15), state | 1)
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61)
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    percent: (percentage) => next() * 100 < percentage,
    pickOne: (options) => {
      const picked = options[integer(0, options.length - 1)]
      if (picked === undefined) throw new Error('cannot pick from an empty list')
      return picked
    },
  }
}
