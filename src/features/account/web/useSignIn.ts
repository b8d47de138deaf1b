import { useQueryClient } from '@tanstack/react-query'
import { useLocale } from '#ui/words.ts'
import { account, codes } from './account.ts'
import { keepSession } from './authState.ts'
import { deviceTokens } from './deviceTokens.ts'
import { inBody } from './doorWords.ts'
import type { DoorWords } from './doorWords.ts'
import { NO_ERRORS, saidOfError, troublesOfAddress, troublesOfDraft } from './signInTroubles.ts'
import type { Draft, FormErrors, Troubles, FormMode } from './signInTroubles.ts'
import { useTry } from './useTry.ts'

/** A requested code: the id of the request, the address, and where the code was delivered. */
export type SentCode = { token: string; email: string; delivered: 'mail' | 'log' }

export type SignInState = {
  busy: boolean
  errors: FormErrors
  /** Signs in or signs up with a password. Resolves with the errors of the fields, empty on success. */
  submit: (mode: FormMode, draft: Draft) => Promise<Troubles>
  /** Requests a code, or resolves with the errors of the fields. */
  sendCode: (email: string) => Promise<SentCode | Troubles>
  /** Clears the errors, for example when the form changes from sign-in to sign-up. */
  clearErrors: () => void
}

/** Submits the sign-in form. Stores a new session and calls `onSignedIn`. */
export function useSignIn({ words, onSignedIn }: { words: DoorWords; onSignedIn: () => void }): SignInState {
  const queries = useQueryClient()
  const sendTo = useSendCode(words)
  const { busy, errors, setErrors, run } = useTry()

  const submit = async (mode: FormMode, draft: Draft): Promise<Troubles> => {
    const troubles = troublesOfDraft(mode, draft)
    setErrors({ troubles })
    if (Object.keys(troubles).length > 0) return troubles
    const result = await run(
      () =>
        mode === 'signIn'
          ? account.signIn({ body: { ...draft, device_tokens: deviceTokens() } })
          : account.signUp({ body: { ...draft, ...inBody(words) } }),
      (error) => saidOfError(error, { field: 'password', words }),
    )
    if (!result.ok) return result.errors.troubles
    keepSession(result.reply.data)
    // The cache may contain data of the user who was signed in before.
    queries.clear()
    onSignedIn()
    return {}
  }

  const sendCode = async (email: string): Promise<SentCode | Troubles> => {
    const troubles = troublesOfAddress(email)
    setErrors({ troubles })
    if (Object.keys(troubles).length > 0) return troubles
    const result = await run(
      () => sendTo(email.trim()),
      (error) => saidOfError(error, { field: 'email', words }),
    )
    return result.ok ? result.reply : result.errors.troubles
  }
  return { busy, errors, submit, sendCode, clearErrors: () => setErrors(NO_ERRORS) }
}

/** Returns a function that requests a code for an address, in the language of the page. */
export function useSendCode(words: DoorWords): (email: string) => Promise<SentCode> {
  const lang = useLocale()
  return async (email) => {
    const { token, data } = await codes.send({ body: { username: email, lang, device_tokens: deviceTokens(), ...inBody(words) } })
    return { token, email, delivered: data.delivered }
  }
}
