import { describe, expect, it } from 'vitest'
import { type Difference, diffTokens } from './diffTokens.ts'

/** Returns `after`, reconstructed from `before` and the differences. */
function apply(before: readonly string[], after: readonly string[], differences: readonly Difference[]): string[] {
  let at = 0
  const parts = differences.map(({ fromBefore, toBefore, fromAfter, toAfter }) => {
    const same = before.slice(at, fromBefore)
    at = toBefore
    return [...same, ...after.slice(fromAfter, toAfter)]
  })
  return [...parts.flat(), ...before.slice(at)]
}

const words = (text: string) => text.split(' ')
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`)

describe('the differences of two texts', () => {
  it.each([
    ['a b c', 'a b c', 0],
    ['a b c', 'a x c', 1],
    ['a b c d e', 'x b c y e z', 3],
    ['', 'a b', 1],
    ['a b a b a', 'b a b a', 1],
  ])('of %j and %j are %i', (before, after, count) => {
    const differences = diffTokens(words(before), words(after))
    expect(differences).toHaveLength(count)
    expect(apply(words(before), words(after), differences)).toEqual(words(after))
  })

  it('keep the common parts of long texts', () => {
    const before = numbered(50_000)
    const after = before.flatMap((word, n) => (n % 100 === 50 ? [`${word}!`, 'more'] : [word]))
    const differences = diffTokens(before, after)
    expect(differences).toHaveLength(500)
    expect(apply(before, after, differences)).toEqual(after)
  })

  it.each([
    ['in the opposite order', numbered(20_000), numbered(20_000).toReversed()],
    ['of two words in turns', numbered(40_000).map((_, n) => 'ab'[n % 2]!), numbered(40_000).map((_, n) => 'ba'[(n >> 1) % 2]!)],
    ['without a common word', numbered(20_000), numbered(20_000).map((word) => `${word}'`)],
  ])('are found in long texts %s', (_, before, after) => {
    expect(apply(before, after, diffTokens(before, after))).toEqual(after)
  })
})
