import { describe, expect, it } from 'vitest'
import type { ProviderConfig } from '#platform/config/identitySettings.ts'
import { readClaims } from './readClaims.ts'

const provider: ProviderConfig = {
  id: 'house',
  kind: 'oidc',
  name: 'House',
  issuer: 'https://id.example',
  clientId: 'c',
  clientSecret: 's',
  trustsEmail: true,
}
const claimsFrom = (claims: object) =>
  readClaims(provider, { claims: { iss: 'https://id.example', sub: 'mia', ...claims }, info: undefined, form: null })

describe('readClaims', () => {
  it.each([
    { sub: 7 },
    { sub: '' },
    { sub: 'x'.repeat(256) },
    { sub: 'a\0b' },
    { sub: 'a\nb' },
    { sub: '\ud800' },
    { sub: ['mia'] },
    { sub: null },
    { iss: '' },
  ])('throws without a subject that can be stored unchanged: %j', (claims) => {
    expect(() => claimsFrom(claims)).toThrow()
  })

  it.each([
    { email: 7 },
    { email: ['mia@example.org'] },
    { email: 'mia@example.org\0' },
    { email: 'mia@example.org\r\nBcc: x@example.org' },
    { email: `${'x'.repeat(250)}@example.org` },
    { email: { toString: 'x' } },
  ])('returns no e-mail address for an invalid one: %j', (claims) => {
    expect(claimsFrom({ ...claims, email_verified: true })).toMatchObject({ email: null, emailTrusted: false })
  })

  it.each([1, 'true', 'TRUE', {}, [true], null])('does not trust an address with email_verified %j', (email_verified) => {
    expect(claimsFrom({ email: 'mia@example.org', email_verified })).toMatchObject({
      email: 'mia@example.org',
      emailTrusted: false,
    })
  })

  it.each([{ name: 7 }, { name: ['x'] }, { name: '\u202e\0' }, { name: null }])(
    'returns no name for an invalid one: %j',
    (claims) => {
      expect(claimsFrom(claims).name).toBeNull()
    },
  )
})
