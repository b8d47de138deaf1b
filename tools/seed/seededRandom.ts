/** Seeded random numbers: the same seed gives the same sequence. */
export type Random = {
  /** From 0 up to 1, exclusive. */
  next: () => number
  /** A whole number from `least` to `most`, both inclusive. */
  whole: (least: number, most: number) => number
  /** True in this percentage of cases. */
  inHundred: (cases: number) => boolean
  pick: <T>(from: readonly T[]) => T
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32: 32 bits of state, good enough for names and dates.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    inHundred: (cases) => next() * 100 < cases,
    pick: (from) => {
      const picked = from[whole(0, from.length - 1)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
  }
}
