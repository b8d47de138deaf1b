/**
 * An address nobody reads: made up for somebody whose identity provider keeps theirs back. The page shows none of them (A§3: the
 * prefix of a relay account).
 */
export const isRelayAddress = (email: string): boolean => /^(apple|sso)-.*@relay\.invalid$/.test(email)
