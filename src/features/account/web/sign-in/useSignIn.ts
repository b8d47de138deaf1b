import { useQueryClient } from '@tanstack/react-query'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { account, codes } from '../accountClients.ts'
import { storeSession } from '../sessions/authState.ts'
import { readDeviceTokens } from '../sessions/deviceTokens.ts'
import { toRequestBody } from '../sign-up/signUpTokens.ts'
import type { SignUpTokens } from '../sign-up/signUpTokens.ts'
import { NO_ERRORS, toFormErrors, validateEmail, validateDraft } from './formErrors.ts'
import type { Draft, FormErrors, FieldErrors, FormMode } from './formErrors.ts'
import { useAsyncAction } from './useAsyncAction.ts'

/** A requested code: the id of the request, the address, and where the code was delivered. */
export type SentCode = { token: string; email: string; delivered: 'mail' | 'log' }

export type SignInState = {
  busy: boolean
  errors: FormErrors
  /** Signs in or signs up with a password. Resolves with the errors of the fields, empty on success. */
  submit: (mode: FormMode, draft: Draft) => Promise<FieldErrors>
  /** Requests a code, or resolves with the errors of the fields. */
  sendCode: (email: string) => Promise<SentCode | FieldErrors>
  /** Clears the errors, for example when the form changes from sign-in to sign-up. */
  clearErrors: () => void
}

/** Submits the sign-in form. Stores a new session and calls `onSignedIn`. */
export function useSignIn({ signUpTokens, onSignedIn }: { signUpTokens: SignUpTokens; onSignedIn: () => void }): SignInState {
  const queries = useQueryClient()
  const requestCode = useSendCode(signUpTokens)
  const { busy, errors, setErrors, run } = useAsyncAction()

  const submit = async (mode: FormMode, draft: Draft): Promise<FieldErrors> => {
    const fieldErrors = validateDraft(mode, draft)
    setErrors({ fieldErrors })
    if (Object.keys(fieldErrors).length > 0) return fieldErrors
    const result = await run(
      () =>
        mode === 'signIn'
          ? account.signIn({ body: { ...draft, device_tokens: readDeviceTokens() } })
          : account.signUp({ body: { ...draft, ...toRequestBody(signUpTokens) } }),
      (error) => toFormErrors(error, { field: 'password', signUpTokens }),
    )
    if (!result.ok) return result.errors.fieldErrors
    storeSession(result.reply.data)
    // The cache may contain data of the user who was signed in before.
    queries.clear()
    onSignedIn()
    return {}
  }

  const sendCode = async (email: string): Promise<SentCode | FieldErrors> => {
    const fieldErrors = validateEmail(email)
    setErrors({ fieldErrors })
    if (Object.keys(fieldErrors).length > 0) return fieldErrors
    const result = await run(
      () => requestCode(email.trim()),
      (error) => toFormErrors(error, { field: 'email', signUpTokens }),
    )
    return result.ok ? result.reply : result.errors.fieldErrors
  }
  return { busy, errors, submit, sendCode, clearErrors: () => setErrors(NO_ERRORS) }
}

/** Returns a function that requests a code for an address, in the language of the page. */
export function useSendCode(signUpTokens: SignUpTokens): (email: string) => Promise<SentCode> {
  const lang = useLocale()
  return async (email) => {
    const { token, data } = await codes.send({
      body: { username: email, lang, device_tokens: readDeviceTokens(), ...toRequestBody(signUpTokens) },
    })
    return { token, email, delivered: data.delivered }
  }
}
