import { describe, expect, it } from 'vitest'
import { isHiddenAddress, isRelayAddress } from './rules.ts'

describe('isHiddenAddress and isRelayAddress (A§3, B§3)', () => {
  it.each([
    ['apple-0123456789abcdef@relay.invalid', true, true],
    ['sso-0123456789abcdef@relay.invalid', true, true],
    ['apple-lena@example.org', true, false],
    ['pineapple-lena@example.org', false, false],
    ['apple@example.org', false, false],
    ['lena@apple-farm.example', false, false],
    ['', false, false],
  ])('for %j return %s and %s', (email, isHidden, isRelay) => {
    expect([isHiddenAddress(email), isRelayAddress(email)]).toEqual([isHidden, isRelay])
  })
})
