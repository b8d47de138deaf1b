/** A message key of the account feature. */
export type FieldErrorKey =
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
export type FieldErrors = { email?: FieldErrorKey; password?: FieldErrorKey; code?: FieldErrorKey; form?: FieldErrorKey }

/** The errors after a submit: per field, the seconds to wait, or an unexpected failure. */
export type FormErrors = { fieldErrors: FieldErrors; retryAfter?: number | undefined; failure?: unknown }

export const NO_ERRORS: FormErrors = { fieldErrors: {} }
