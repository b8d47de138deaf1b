import { readToken } from './token.ts'
import { tokenClaims } from './tokenClaims.ts'

/** Returns the id of the signed-in account, which is read from the token and so works offline. Undefined when signed out. */
export function accountHere(): string | undefined {
  const token = readToken()
  const subject = token && tokenClaims(token)?.['sub']
  return typeof subject === 'string' && subject !== '' ? subject : undefined
}
