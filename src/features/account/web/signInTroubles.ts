import { Refused, wasRefused } from '#kit/client.ts'
import { EMAIL, EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../rules.ts'
import { account, codes } from './account.ts'
import type { DoorWords } from './doorWords.ts'

/** What the form with a password does. Both values are route names of the contract. */
export type FormMode = 'signIn' | 'signUp'

export type Draft = { email: string; password: string }

/** A message key of the account feature. */
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

/** One error per field; `form` for errors of no single field. Empty when the input is valid. */
export type Troubles = { email?: TroubleWord; password?: TroubleWord; code?: TroubleWord; form?: TroubleWord }

/** The errors after a submit: per field, the seconds to wait, or an unexpected failure. */
export type FormErrors = { troubles: Troubles; wait?: number | undefined; failure?: unknown }

export const NO_ERRORS: FormErrors = { troubles: {} }

/** Validates the form before it is sent. A sign-in accepts any address, because older accounts may not match today's rules. */
export function troublesOfDraft(mode: FormMode, { email, password }: Draft): Troubles {
  const address = email.trim()
  const isKnown = mode === 'signIn' && address !== '' && address.length <= EMAIL_MAX
  const passwordError = passwordTrouble(mode, password)
  return { ...(isKnown ? {} : troublesOfAddress(email)), ...(passwordError && { password: passwordError }) }
}

/** Validates the address for a code. */
export function troublesOfAddress(email: string): Troubles {
  const address = email.trim()
  return address.length <= EMAIL_MAX && EMAIL.test(address) ? {} : { email: 'Login_email_invalid' }
}

function passwordTrouble(mode: FormMode, password: string): TroubleWord | undefined {
  if (password === '') return 'Login_password_missing'
  if (password.length > PASSWORD_MAX) return 'Login_password_long'
  return mode === 'signUp' && password.length < PASSWORD_MIN ? 'Login_password_short' : undefined
}

/** Maps a refusal to errors of its fields, and anything else to `failure`. `field` shows the error for too many attempts. */
export function saidOfError(
  error: unknown,
  { field, words }: { field: 'email' | 'password' | 'code'; words: DoorWords },
): FormErrors {
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

/** The message for a field that the server rejected (422). */
function wordAt(field: 'email' | 'password', reason: unknown): TroubleWord {
  if (field === 'email') return 'Login_email_invalid'
  return reason === 'too_small' ? 'Login_password_short' : 'Login_password_long'
}
