import { describe, expect, it } from 'vitest'
import { yearlyDiscount } from './products.ts'

describe('prices (A§3, A§9)', () => {
  it.each([
    [11_880, 1290, 23],
    [27_800, 2900, 20],
    [12_000, 1000, null],
    [13_000, 1000, null],
    [0, 1000, null],
    [1000, 0, null],
  ])('of a year, %d for twelve times %d, are %s percent lower', (year, month, percent) => {
    expect(yearlyDiscount(year, month)).toBe(percent)
  })
})
