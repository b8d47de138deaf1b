import { expect, it } from 'vitest'
import { formatTimestamp } from './timestamp.ts'

it.each([
  [-1000, '0:00'],
  [999, '0:00'],
  [7900, '0:07'],
  [374_000, '6:14'],
  [3_599_999, '59:59'],
  [3_600_000, '1:00:00'],
  [4_580_000, '1:16:20'],
  [360_000_000, '100:00:00'],
])('%i ms are formatted as %s', (time, text) => {
  expect(formatTimestamp(time)).toBe(text)
})
