import { expect, it } from 'vitest'
import { plausibleTimezone } from './clientMetadata.ts'

const [WINTER, SUMMER] = [new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')]

it.each([
  [2, 2],
  [-3.5, -3.5],
  ['2', 2],
  [' +2 ', 2],
  ['-7', -7],
  ['5.5', 5.5],
  ['5,75', 5.75],
  ['+05:30', 5.5],
  ['-0330', -3.5],
  ['\u22123:30', -3.5],
  ['UTC+1', 1],
  ['GMT', 0],
  ['UTC', 0],
  ['Z', 0],
  ['Europe/Berlin', 1],
  ['Asia/Kolkata', 5.5],
  ['America/St_Johns', -3.5],
  ['', 0],
  ['99', 0],
  ['1e300', 0],
  [1e300, 0],
  [Number.NaN, 0],
  ['Europe/Nowhere', 0],
  [null, 0],
])('reads the time zone %j as %d hours', (value, hours) => {
  expect(plausibleTimezone(value, WINTER)).toBe(hours)
})

it('reads the name of a time zone at the time of the recording', () => {
  expect(plausibleTimezone('Europe/Berlin', SUMMER)).toBe(2)
})
