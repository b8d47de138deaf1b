import { describe, expect, it } from 'vitest'
import { HOSTILE_NAMES } from '#test/fixtures/hostileNames.ts'
import { cleanName } from './cleanName.ts'

describe('plainName', () => {
  it.each(HOSTILE_NAMES)('$what', ({ input, stored }) => {
    expect(cleanName(input)).toBe(stored)
    expect(cleanName(stored)).toBe(stored)
  })

  it.each(['', ' ', '\u200b', '\u200e\u200f', '\ufeff', '\u2060\u3164', '\u00ad \u0000', '\u202e', '\n\t'])(
    'returns an empty string for a name without visible characters: %j',
    (name) => {
      expect(cleanName(name)).toBe('')
    },
  )
})
