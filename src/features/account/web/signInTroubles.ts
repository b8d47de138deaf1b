import { Refused, wasRefused } from '#kit/client.ts'
import { accountContract } from '../contract.ts'
import { account } from './account.ts'

/** What the form is for; both are names of the contract's routes. */
export type Wish = 'signIn' | 'signUp'

export type Draft = { email: string; password: string }

const WORDS = [
  'Login_email_invalid',
  'Login_email_taken',
  'Login_password_missing',
  'Login_password_short',
  'Login_password_long',
  'Login_wrong',
  'Login_too_many_tries',
  'Login_sign_up_closed',
  'setup_link_refused',
] as const

/** A key of the account's words; those of the contract are the contract's own. */
export type TroubleWord = (typeof WORDS)[number]

/** What is wrong, at the field it concerns; `form` for what concerns no field. Empty when nothing is. */
export type Troubles = { email?: TroubleWord; password?: TroubleWord; form?: TroubleWord }

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

/** The server's no at the field it concerns, or null for what is no refusal of ours: a fault, no answer. */
export function troublesOfError(error: unknown, bySetupLink: boolean): Troubles | null {
  if (wasRefused(error, account.signIn, 'wrong')) return { password: 'Login_wrong' }
  if (wasRefused(error, account.signIn, 'tooManyTries')) return { password: 'Login_too_many_tries' }
  if (wasRefused(error, account.signUp, 'emailTaken')) return { email: 'Login_email_taken' }
  if (wasRefused(error, account.signUp, 'notOpen')) return { form: bySetupLink ? 'setup_link_refused' : 'Login_sign_up_closed' }
  if (!(error instanceof Refused)) return null
  if (error.httpStatus === 429) return { password: 'Login_too_many_tries' }
  if (error.httpStatus !== 422) return null
  const field = error.body['field'] === 'body.email' ? 'email' : 'password'
  return { [field]: wordAt(field, error.message) }
}

/** The contract's word, or the nearest one for what it has no word for, such as an e-mail of a thousand characters. */
function wordAt(field: 'email' | 'password', said: string): TroubleWord {
  return WORDS.find((word) => word === said) ?? (field === 'email' ? 'Login_email_invalid' : 'Login_password_long')
}
