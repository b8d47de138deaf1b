import { describe, expect, it } from 'vitest'
import { getTokenError } from './requireToken.ts'

const NOW = 1_800_000_000_000
const makeToken = (claims: unknown) =>
  `h.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.s`

describe('the token check (A§5)', () => {
  it.each([
    ['No token found', undefined],
    ['No token found', ''],
    ['Token missing expiry time', makeToken({ sub: 'lena' })],
    ['Token missing expiry time', 'not a token'],
    ['Token missing expiry time', 'a.%%%.b'],
    ['Token missing expiry time', makeToken(null)],
    ['Invalid expiry time format', makeToken({ exp: '1900000000' })],
    ['Invalid expiry time format', makeToken({ exp: null })],
    ['Token expired', makeToken({ exp: NOW / 1000 - 1 })],
    [null, makeToken({ exp: NOW / 1000 })],
    [null, makeToken({ exp: NOW / 1000 + 1, name: '~~~ ???' })],
  ])('returns %j', (error, input) => {
    expect(getTokenError(input, NOW)).toBe(error)
  })
})
