import { expect, it } from 'vitest'
import { seconds } from './units.ts'
import { backOff } from './backOff.ts'

const limits = { initial: seconds(1), max: seconds(30) }

it('doubles the delay up to the maximum', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((attempt) => backOff(attempt, limits, () => 1) / 1000)).toEqual([1, 2, 4, 8, 16, 30, 30])
})

it('randomizes half of the delay', () => {
  expect([0, 0.5, 0.999].map((value) => Math.round(backOff(3, limits, () => value)))).toEqual([2000, 3000, 3998])
})
