import { readToken } from './token.ts'
import { tokenClaims } from './tokenClaims.ts'

/** The signed-in account's id, offline too: it stands in the token. Undefined when nobody is signed in. */
export function accountHere(): string | undefined {
  const token = readToken()
  const subject = token && tokenClaims(token)?.['sub']
  return typeof subject === 'string' && subject !== '' ? subject : undefined
}
