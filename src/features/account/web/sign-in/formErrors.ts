import { Refused, isRefused } from '#shared/client.ts'
import { EMAIL_PATTERN, EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../rules.ts'
import { accountContract, codesContract } from '../../contract.ts'
import type { SignUpTokens } from '../sign-up/signUp.ts'
import type { FieldErrorKey, FieldErrors, FormErrors } from './fieldErrors.ts'

export type SignInMethod = 'code' | 'password'

/** What the form with a password does. Both values are route names of the contract. */
export type FormMode = 'signIn' | 'signUp'

export type Draft = { email: string; password: string }

/** Validates the form before it is sent. A sign-in accepts any address, because older accounts may not match today's rules. */
export function validateDraft(mode: FormMode, { email, password }: Draft): FieldErrors {
  const address = email.trim()
  const skipsEmailCheck = mode === 'signIn' && address !== '' && address.length <= EMAIL_MAX
  const passwordError = validatePassword(mode, password)
  return { ...(skipsEmailCheck ? {} : validateEmail(email)), ...(passwordError && { password: passwordError }) }
}

/** Validates the address for a code. */
export function validateEmail(email: string): FieldErrors {
  const address = email.trim()
  return address.length <= EMAIL_MAX && EMAIL_PATTERN.test(address) ? {} : { email: 'Login_email_invalid' }
}

function validatePassword(mode: FormMode, password: string): FieldErrorKey | undefined {
  if (password === '') return 'Login_password_missing'
  if (password.length > PASSWORD_MAX) return 'Login_password_long'
  return mode === 'signUp' && password.length < PASSWORD_MIN ? 'Login_password_short' : undefined
}

/** Maps a refusal to errors of its fields, and anything else to `failure`. `field` shows the error for too many attempts. */
export function toFormErrors(
  error: unknown,
  { field, signUpTokens }: { field: 'email' | 'password' | 'code'; signUpTokens: SignUpTokens },
): FormErrors {
  if (isRefused(error, { route: accountContract.signIn }, 'wrong')) return { fieldErrors: { password: 'Login_wrong' } }
  if (isRefused(error, { route: codesContract.signIn }, 'wrongCode')) return { fieldErrors: { code: 'Login_code_wrong' } }
  if (isRefused(error, { route: accountContract.signUp }, 'emailTaken')) return { fieldErrors: { email: 'Login_email_taken' } }
  if (isRefused(error, { route: accountContract.signUp }, 'weak')) return { fieldErrors: { password: 'Login_password_common' } }
  if (isRefused(error, { route: accountContract.signUp }, 'signUpClosed'))
    return { fieldErrors: { form: signUpClosedKey(signUpTokens) } }
  if (!(error instanceof Refused)) return { fieldErrors: {}, failure: error }
  if (error.httpStatus === 429) {
    const key = error.retryAfter ? 'Login_try_again_in' : 'Login_too_many_tries'
    return { fieldErrors: { [field]: key }, retryAfter: error.retryAfter }
  }
  if (error.httpStatus !== 422) return { fieldErrors: {}, failure: error }
  if (field === 'code') return { fieldErrors: { code: 'Login_code_wrong' } }
  const invalidField = error.body['field'] === 'body.email' || error.body['field'] === 'body.username' ? 'email' : 'password'
  return { fieldErrors: { [invalidField]: fieldErrorKey(invalidField, error.body['reason']) } }
}

function signUpClosedKey({ setup, invitation }: SignUpTokens): FieldErrorKey {
  if (setup) return 'setup_link_refused'
  return invitation ? 'invitation_refused' : 'Login_sign_up_closed'
}

/** The message for a field that the server rejected (422). */
function fieldErrorKey(field: 'email' | 'password', reason: unknown): FieldErrorKey {
  if (field === 'email') return 'Login_email_invalid'
  return reason === 'too_small' ? 'Login_password_short' : 'Login_password_long'
}
