import { readToken } from './token.ts'
import { decodeTokenClaims } from './tokenClaims.ts'

/** Returns the id of the signed-in account, which is read from the token and so works offline. Undefined when signed out. */
export function currentAccountId(): string | undefined {
  const token = readToken()
  const subject = token && decodeTokenClaims(token)?.['sub']
  return typeof subject === 'string' && subject !== '' ? subject : undefined
}
