import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { lastUsed } from './authState.ts'
import type { DoorWords } from './doorWords.ts'
import type { FormMode } from './signInTroubles.ts'
import { useSignIn } from './useSignIn.ts'
import type { SentCode } from './useSignIn.ts'

/**
 * Who can sign up: `first` creates the first account of this server, `open` is for anyone, `invited` for a user with a valid
 * invitation. With `invite` (no valid invitation) and `closed` only sign-in is possible.
 */
export type SignUpMode = 'first' | 'open' | 'invited' | 'invite' | 'closed'

export type SignInMethod = 'code' | 'password'

export type FormAsked = {
  signUpMode: SignUpMode
  words: DoorWords
  /** Where a code is delivered. */
  codes: 'mail' | 'log'
  onSignedIn: () => void
}

/** State and actions of the sign-in form. `preloadNextStep` is called when the next step is likely, to preload its code. */
export function useSignInForm({ signUpMode, words, codes, onSignedIn }: FormAsked, loadNext: () => void) {
  const [lastLogin] = useState(lastUsed)
  const makesAccount = signUpMode === 'first' || signUpMode === 'invited'
  const [method, setMethod] = useState<SignInMethod>(() => firstWay(signUpMode, codes, lastLogin?.type))
  const [mode, setMode] = useState<FormMode>(makesAccount ? 'signUp' : 'signIn')
  const [draft, setDraft] = useState({
    email: makesAccount || !lastLogin?.account.includes('@') ? '' : lastLogin.account,
    password: '',
  })
  const [sent, setSent] = useState<SentCode | null>(null)
  const { busy, errors, submit, sendCode, clearErrors } = useSignIn({ words, onSignedIn })
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const wasSent = useRef(false)
  // Focuses the e-mail field when the user comes back from the code step.
  useEffect(() => {
    if (!sent && wasSent.current) email.current?.focus()
    wasSent.current = sent !== null
  }, [sent])

  const askForCode = async () => {
    loadNext()
    const code = await sendCode(draft.email)
    if ('token' in code) setSent(code)
    else if (code.email) email.current?.focus()
  }
  const askWithPassword = async () => {
    const found = await submit(mode, draft)
    const atFault = found.email ? email : found.password ? password : null
    atFault?.current?.focus()
  }
  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void (method === 'code' ? askForCode() : askWithPassword())
  }
  const switchTo = (to: { method?: SignInMethod; mode?: FormMode }) => {
    setMethod(to.method ?? method)
    setMode(to.mode ?? mode)
    clearErrors()
    email.current?.focus()
  }
  const update = (typed: Partial<typeof draft>) => setDraft((was) => ({ ...was, ...typed }))
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
function firstWay(signUpMode: SignUpMode, codes: 'mail' | 'log', lastMethod: string | undefined): SignInMethod {
  if (signUpMode === 'first') return 'password'
  if (lastMethod === 'password' || lastMethod === 'code') return lastMethod
  return codes === 'log' ? 'password' : 'code'
}
