import { describe, expect, it } from 'vitest'
import { guessFirstName } from './rules.ts'

describe('the first name derived from an address', () => {
  it.each([
    ['lena.brandt@example.org', 'Lena'],
    ['lena_brandt@example.org', 'Lena'],
    ['Lena-Marie@example.org', 'Lena'],
    ['lena1987@example.org', 'Lena'],
    ['lena+earshot@example.org', 'Lena'],
    ['LENA@example.org', 'Lena'],
    ["o'neill@example.org", "O'neill"],
    ['info@example.org', ''],
    ['Admin@example.org', ''],
    ['me@example.org', ''],
    ['l.brandt@example.org', ''],
    ['42@example.org', ''],
    ['sso-0a1b2c@relay.invalid', ''],
  ])('%s gives "%s"', (email, name) => {
    expect(guessFirstName(email)).toBe(name)
  })
})
