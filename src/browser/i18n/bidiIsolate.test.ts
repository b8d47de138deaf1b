import { expect, it } from 'vitest'
import { bidiIsolate } from './bidiIsolate.ts'

it.each(['Minutes', 'Café 12:30', '会議', '🏴', '<b>', ''])('returns %j unchanged', (name) => {
  expect(bidiIsolate(name)).toBe(name)
})

it.each(['اجتماع', 'Team פגישה', 'C++\u200f', '\u{1e900}'])('wraps %j in isolates', (name) => {
  expect(bidiIsolate(name)).toBe(`\u2068${name}\u2069`)
})
