import { tokenClaims } from '#ui/tokenClaims.ts'

/** What is wrong with a login token, in the words of A§5; null when it counts. `now` in unix milliseconds. */
export function tokenTrouble(token: string | undefined, now: number): TokenTrouble | null {
  if (!token) return 'No token found'
  const claims = tokenClaims(token)
  if (!claims || claims['exp'] === undefined) return 'Token missing expiry time'
  const { exp } = claims
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return 'Invalid expiry time format'
  // `exp` is in seconds, and judged in seconds (A§9).
  return exp < Math.floor(now / 1000) ? 'Token expired' : null
}

export type TokenTrouble = 'No token found' | 'Token missing expiry time' | 'Invalid expiry time format' | 'Token expired'
