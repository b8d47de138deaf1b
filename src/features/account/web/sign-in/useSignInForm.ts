import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { readLastLogin, storeSession, readDeviceTokens } from '../sessions/authState.ts'
import { type SignUpTokens, toRequestBody, type SignUpMode } from '../sign-up/signUp.ts'
import { account, codes } from '../queries.ts'
import { type FormMode, toFormErrors, validateEmail, validateDraft, type Draft, type SignInMethod } from './formErrors.ts'
import { useAsyncAction, NO_ERRORS, type FormErrors, type FieldErrors } from './useAsyncAction.ts'

export type SignInFormOptions = {
  signUpMode: SignUpMode
  signUpTokens: SignUpTokens
  /** Where a code is delivered. */
  codes: 'mail' | 'log'
  onSignedIn: () => void
}

/** State and actions of the sign-in form. `preloadNextStep` is called when the next step is likely, to preload its code. */
export function useSignInForm({ signUpMode, signUpTokens, codes, onSignedIn }: SignInFormOptions, preloadNextStep: () => void) {
  const [lastLogin] = useState(readLastLogin)
  const startsWithSignUp = signUpMode === 'first' || signUpMode === 'invited'
  const [method, setMethod] = useState<SignInMethod>(() => initialMethod(signUpMode, codes, lastLogin?.type))
  const [mode, setMode] = useState<FormMode>(startsWithSignUp ? 'signUp' : 'signIn')
  const [draft, setDraft] = useState({
    email: startsWithSignUp || !lastLogin?.account.includes('@') ? '' : lastLogin.account,
    password: '',
  })
  const [sent, setSent] = useState<SentCode | null>(null)
  const { busy, errors, submit, sendCode, clearErrors } = useSignIn({ signUpTokens, onSignedIn })
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const wasSent = useRef(false)
  // Focuses the e-mail field when the user comes back from the code step.
  useEffect(() => {
    if (!sent && wasSent.current) email.current?.focus()
    wasSent.current = sent !== null
  }, [sent])

  const requestCode = async () => {
    preloadNextStep()
    const code = await sendCode(draft.email)
    if ('token' in code) setSent(code)
    else if (code.email) email.current?.focus()
  }
  const submitPassword = async () => {
    const fieldErrors = await submit(mode, draft)
    const invalidField = fieldErrors.email ? email : fieldErrors.password ? password : null
    invalidField?.current?.focus()
  }
  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void (method === 'code' ? requestCode() : submitPassword())
  }
  const switchTo = (change: { method?: SignInMethod; mode?: FormMode }) => {
    setMethod(change.method ?? method)
    setMode(change.mode ?? mode)
    clearErrors()
    email.current?.focus()
  }
  const update = (changes: Partial<typeof draft>) => setDraft((previous) => ({ ...previous, ...changes }))
  return {
    method,
    mode,
    draft,
    update,
    sent,
    back: () => setSent(null),
    busy,
    errors,
    submitForm,
    switchTo,
    email,
    password,
    lastMethod: lastLogin?.type,
  }
}

/** The sign-in method used last; else a code, which needs no existing account, unless codes are written to the server log. */
function initialMethod(signUpMode: SignUpMode, codes: 'mail' | 'log', lastMethod: string | undefined): SignInMethod {
  if (signUpMode === 'first') return 'password'
  if (lastMethod === 'password' || lastMethod === 'code') return lastMethod
  return codes === 'log' ? 'password' : 'code'
}

/** A requested code: the id of the request, the address, and where the code was delivered. */
export type SentCode = { token: string; email: string; delivered: 'mail' | 'log' }

type SignInState = {
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
function useSignIn({ signUpTokens, onSignedIn }: { signUpTokens: SignUpTokens; onSignedIn: () => void }): SignInState {
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
