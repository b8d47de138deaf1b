/** Seeded random numbers: the same seed gives the same sequence. */
export type Random = {
  /** Returns a number in [0, 1). */
  next: () => number
  /** Returns an integer in [0, below). */
  below: (below: number) => number
  chance: (share: number) => boolean
  /** Throws for an empty list. */
  pick: <T>(items: readonly T[]) => T
  /** Returns one of the names. The probability of each is its share of the sum of weights. */
  weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name
}

/** The generator is mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError('there is nothing to pick from')
      return items[below(items.length)]!
    },
    weighted: <Name extends string>(weights: Readonly<Record<Name, number>>): Name => {
      const entries = Object.entries(weights) as [Name, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return entries.at(-1)![0]
    },
  }
}

/** Returns a card number that no other customer has. It passes the Luhn check. */
export function newCardNumber(random: Random): string {
  const digits = `5${Array.from({ length: 14 }, () => random.below(10)).join('')}`
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
