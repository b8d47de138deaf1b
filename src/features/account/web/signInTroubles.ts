import { Refused, wasRefused } from '#kit/client.ts'
import { EMAIL, EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../rules.ts'
import { account, codes } from './account.ts'
import type { DoorWords } from './doorWords.ts'

/** What the form with a password is for; both are names of the contract's routes. */
export type Wish = 'signIn' | 'signUp'

export type Draft = { email: string; password: string }

/** A key of the account's words. */
export type TroubleWord =
  | 'Login_email_invalid'
  | 'Login_email_taken'
  | 'Login_password_missing'
  | 'Login_password_short'
  | 'Login_password_long'
  | 'Login_password_common'
  | 'Login_wrong'
  | 'Login_code_wrong'
  | 'Login_too_many_tries'
  | 'Login_try_again_in'
  | 'Login_sign_up_closed'
  | 'setup_link_refused'
  | 'invitation_refused'

/** What is wrong, at the field it concerns; `form` for what concerns no field. Empty when nothing is. */
export type Troubles = { email?: TroubleWord; password?: TroubleWord; code?: TroubleWord; form?: TroubleWord }

/** What a form says after a try: troubles, how many seconds to wait, or a failure that is no refusal of ours. */
export type Said = { troubles: Troubles; wait?: number | undefined; failure?: unknown }

export const NOTHING_SAID: Said = { troubles: {} }

/** What the server would say of the draft, before it is sent: whoever signs in may have an address made under other rules. */
export function troublesOfDraft(wish: Wish, { email, password }: Draft): Troubles {
  const address = email.trim()
  const isKnown = wish === 'signIn' && address !== '' && address.length <= EMAIL_MAX
  const said = passwordTrouble(wish, password)
  return { ...(isKnown ? {} : troublesOfAddress(email)), ...(said && { password: said }) }
}

/** The same for the address a code is to go to. */
export function troublesOfAddress(email: string): Troubles {
  const address = email.trim()
  return address.length <= EMAIL_MAX && EMAIL.test(address) ? {} : { email: 'Login_email_invalid' }
}

function passwordTrouble(wish: Wish, password: string): TroubleWord | undefined {
  if (password === '') return 'Login_password_missing'
  if (password.length > PASSWORD_MAX) return 'Login_password_long'
  return wish === 'signUp' && password.length < PASSWORD_MIN ? 'Login_password_short' : undefined
}

/** The server's no at the field it concerns; a fault or no answer as the failure it is. `field` is where too many tries are said. */
export function saidOfError(error: unknown, { field, words }: { field: 'email' | 'password' | 'code'; words: DoorWords }): Said {
  if (wasRefused(error, account.signIn, 'wrong')) return { troubles: { password: 'Login_wrong' } }
  if (wasRefused(error, codes.signIn, 'wrongCode')) return { troubles: { code: 'Login_code_wrong' } }
  if (wasRefused(error, account.signUp, 'emailTaken')) return { troubles: { email: 'Login_email_taken' } }
  if (wasRefused(error, account.signUp, 'weak')) return { troubles: { password: 'Login_password_common' } }
  if (wasRefused(error, account.signUp, 'notOpen')) return { troubles: { form: closedWord(words) } }
  if (!(error instanceof Refused)) return { troubles: {}, failure: error }
  if (error.httpStatus === 429) {
    const word = error.retryAfter ? 'Login_try_again_in' : 'Login_too_many_tries'
    return { troubles: { [field]: word }, wait: error.retryAfter }
  }
  if (error.httpStatus !== 422) return { troubles: {}, failure: error }
  if (field === 'code') return { troubles: { code: 'Login_code_wrong' } }
  const atFault = error.body['field'] === 'body.email' || error.body['field'] === 'body.username' ? 'email' : 'password'
  return { troubles: { [atFault]: wordAt(atFault, error.body['reason']) } }
}

function closedWord({ setup, invitation }: DoorWords): TroubleWord {
  if (setup) return 'setup_link_refused'
  return invitation ? 'invitation_refused' : 'Login_sign_up_closed'
}

/** What is wrong with a field that the server could not take (422). */
function wordAt(field: 'email' | 'password', reason: unknown): TroubleWord {
  if (field === 'email') return 'Login_email_invalid'
  return reason === 'too_small' ? 'Login_password_short' : 'Login_password_long'
}
