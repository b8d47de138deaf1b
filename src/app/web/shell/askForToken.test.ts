import { describe, expect, it } from 'vitest'
import { tokenTrouble } from './askForToken.ts'

const NOW = 1_800_000_000_000
const token = (claims: unknown) =>
  `h.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.s`

describe('the token check (A§5)', () => {
  it.each([
    ['No token found', undefined],
    ['No token found', ''],
    ['Token missing expiry time', token({ sub: 'lena' })],
    ['Token missing expiry time', 'not a token'],
    ['Token missing expiry time', 'a.%%%.b'],
    ['Token missing expiry time', token(null)],
    ['Invalid expiry time format', token({ exp: '1900000000' })],
    ['Invalid expiry time format', token({ exp: null })],
    ['Token expired', token({ exp: NOW / 1000 - 1 })],
    [null, token({ exp: NOW / 1000 })],
    [null, token({ exp: NOW / 1000 + 1, name: '~~~ ???' })],
  ])('returns %j', (trouble, given) => {
    expect(tokenTrouble(given, NOW)).toBe(trouble)
  })
})
