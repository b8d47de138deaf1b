import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '#ui/action/useAction.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { readLastLogin, storeSession, readDeviceTokens } from '../sessions/authState.ts'
import { type SignUpTokens, toRequestBody, type SignUpMode } from '../sign-up/signUp.ts'
import { account, codes } from '../queries.ts'
import { type Draft, type FormMode, type SignInMethod, toFormErrors, validateDraft, validateEmail } from './formErrors.ts'
import { type FieldErrors, type FormErrors, NO_ERRORS } from './fieldErrors.ts'

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
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const focusInvalidField = (fieldErrors: FieldErrors) => {
    const invalidField = fieldErrors.email ? email : fieldErrors.password ? password : null
    invalidField?.current?.focus()
  }
  const { isBusy, errors, submit, sendCode, clearErrors } = useSignIn({
    signUpTokens,
    onSignedIn,
    onSent: setSent,
    onInvalid: focusInvalidField,
  })
  const wasSent = useRef(false)
  // Focuses the e-mail field when the user comes back from the code step.
  useEffect(() => {
    if (!sent && wasSent.current) email.current?.focus()
    wasSent.current = sent !== null
  }, [sent])

  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    if (method !== 'code') return submit(mode, draft)
    preloadNextStep()
    sendCode(draft.email)
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
    isBusy,
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
  isBusy: boolean
  errors: FormErrors
  /** Signs in or signs up with a password. */
  submit: (mode: FormMode, draft: Draft) => void
  /** Requests a code. */
  sendCode: (email: string) => void
  /** Clears the errors, for example when the form changes from sign-in to sign-up. */
  clearErrors: () => void
}

type SignInCallbacks = {
  onSignedIn: () => void
  onSent: (code: SentCode) => void
  /** Called with the errors of the fields, before or after something was sent. */
  onInvalid: (fieldErrors: FieldErrors) => void
}

/** Submits the sign-in form. Stores a new session and calls `onSignedIn`. */
function useSignIn({ signUpTokens, ...on }: SignInCallbacks & { signUpTokens: SignUpTokens }): SignInState {
  const queries = useQueryClient()
  const requestCode = useSendCode(signUpTokens)
  const [invalid, setInvalid] = useState<FieldErrors>({})
  const toErrors = (error: Error, field: 'email' | 'password') => toFormErrors(error, { field, signUpTokens })
  const signIn = useAction(
    ({ mode, draft }: { mode: FormMode; draft: Draft }) =>
      mode === 'signIn'
        ? account.signIn({ body: { ...draft, device_tokens: readDeviceTokens() } })
        : account.signUp({ body: { ...draft, ...toRequestBody(signUpTokens) } }),
    {
      show: 'inline',
      onSuccess: ({ data }) => {
        storeSession(data)
        // The cache may contain data of the user who was signed in before.
        queries.clear()
        on.onSignedIn()
      },
      onFailure: (error) => on.onInvalid(toErrors(error, 'password').fieldErrors),
    },
  )
  const code = useAction(requestCode, {
    show: 'inline',
    onSuccess: on.onSent,
    onFailure: (error) => on.onInvalid(toErrors(error, 'email').fieldErrors),
  })
  const isBusy = signIn.isBusy || code.isBusy
  const isValid = (fieldErrors: FieldErrors) => {
    if (isBusy) return false
    setInvalid(fieldErrors)
    on.onInvalid(fieldErrors)
    return Object.keys(fieldErrors).length === 0
  }
  const clearErrors = () => {
    setInvalid({})
    signIn.reset()
    code.reset()
  }
  const failed = signIn.error ? toErrors(signIn.error, 'password') : code.error ? toErrors(code.error, 'email') : NO_ERRORS
  return {
    isBusy,
    errors: Object.keys(invalid).length > 0 ? { fieldErrors: invalid } : failed,
    submit: (mode, draft) => void (isValid(validateDraft(mode, draft)) && signIn.run({ mode, draft })),
    sendCode: (email) => void (isValid(validateEmail(email)) && code.run(email.trim())),
    clearErrors,
  }
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
