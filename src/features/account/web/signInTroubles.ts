import { Refused, wasRefused } from '#kit/client.ts'
import { accountContract, codesContract } from '../contract.ts'
import { account, codes } from './account.ts'
import type { DoorWords } from './doorWords.ts'

/** What the form with a password is for; both are names of the contract's routes. */
export type Wish = 'signIn' | 'signUp'

export type Draft = { email: string; password: string }

const WORDS = [
  'Login_email_invalid',
  'Login_email_taken',
  'Login_password_missing',
  'Login_password_short',
  'Login_password_long',
  'Login_password_common',
  'Login_wrong',
  'Login_code_wrong',
  'Login_too_many_tries',
  'Login_try_again_in',
  'Login_sign_up_closed',
  'setup_link_refused',
  'invitation_refused',
] as const

/** A key of the account's words; those of the contract are the contract's own. */
export type TroubleWord = (typeof WORDS)[number]

/** What is wrong, at the field it concerns; `form` for what concerns no field. Empty when nothing is. */
export type Troubles = { email?: TroubleWord; password?: TroubleWord; code?: TroubleWord; form?: TroubleWord }

/** What a form says after a try: troubles, how many seconds to wait, or a failure that is no refusal of ours. */
export type Said = { troubles: Troubles; wait?: number | undefined; failure?: unknown }

export const NOTHING_SAID: Said = { troubles: {} }

/** What the contract would say of the draft, before it is sent. */
export function troublesOfDraft(wish: Wish, draft: Draft): Troubles {
  const troubles: Troubles = {}
  if (draft.email.trim() === '') troubles.email = 'Login_email_invalid'
  if (draft.password === '') troubles.password = 'Login_password_missing'
  const parsed = accountContract[wish].body.safeParse(draft)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] === 'email' ? 'email' : 'password'
    troubles[field] ??= wordAt(field, message)
  }
  return troubles
}

/** The same for the address a code is to go to. */
export function troublesOfAddress(email: string): Troubles {
  return codesContract.send.body.safeParse({ username: email }).success ? {} : { email: 'Login_email_invalid' }
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
  return { troubles: { [atFault]: wordAt(atFault, error.message) } }
}

function closedWord({ setup, invitation }: DoorWords): TroubleWord {
  if (setup) return 'setup_link_refused'
  return invitation ? 'invitation_refused' : 'Login_sign_up_closed'
}

/** The contract's word, or the nearest one for what it has no word for, such as an e-mail of a thousand characters. */
function wordAt(field: 'email' | 'password', said: string): TroubleWord {
  return WORDS.find((word) => word === said) ?? (field === 'email' ? 'Login_email_invalid' : 'Login_password_long')
}
