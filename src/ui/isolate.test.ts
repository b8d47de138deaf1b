import { expect, it } from 'vitest'
import { isolate } from './isolate.ts'

it.each(['Minutes', 'Café 12:30', '会議', '🏴', '<b>', ''])('returns %j unchanged', (name) => {
  expect(isolate(name)).toBe(name)
})

it.each(['اجتماع', 'Team פגישה', 'C++\u200f', '\u{1e900}'])('wraps %j in isolates', (name) => {
  expect(isolate(name)).toBe(`\u2068${name}\u2069`)
})
