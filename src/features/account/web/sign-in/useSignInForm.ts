import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { readLastLogin } from '../sessions/authState.ts'
import type { SignUpTokens } from '../sign-up/signUpTokens.ts'
import type { FormMode } from './formErrors.ts'
import { useSignIn } from './useSignIn.ts'
import type { SentCode } from './useSignIn.ts'

/**
 * Who can sign up: `first` creates the first account of this server, `open` is for anyone, `invited` for a user with a valid
 * invitation. With `invite` (no valid invitation) and `closed` only sign-in is possible.
 */
export type SignUpMode = 'first' | 'open' | 'invited' | 'invite' | 'closed'

export type SignInMethod = 'code' | 'password'

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
