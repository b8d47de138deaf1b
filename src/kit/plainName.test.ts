import { describe, expect, it } from 'vitest'
import { NASTY_NAMES } from '#test/world/nastyNames.ts'
import { plainName } from './plainName.ts'

describe('plainName', () => {
  it.each(NASTY_NAMES)('$what', ({ given, kept }) => {
    expect(plainName(given)).toBe(kept)
    expect(plainName(kept)).toBe(kept)
  })

  it.each(['', ' ', '\u200b', '\u200e\u200f', '\ufeff', '\u2060\u3164', '\u00ad \u0000', '\u202e', '\n\t'])(
    'returns an empty string for a name without visible characters: %j',
    (name) => {
      expect(plainName(name)).toBe('')
    },
  )
})
