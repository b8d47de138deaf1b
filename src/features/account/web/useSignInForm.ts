import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { lastUsed } from './authState.ts'
import type { DoorWords } from './doorWords.ts'
import type { Wish } from './signInTroubles.ts'
import { useSignIn } from './useSignIn.ts'
import type { SentCode } from './useSignIn.ts'

/**
 * Who may come in: `first` makes the first account of this server, `open` lets anyone make one, `invited` whoever brought an
 * invitation; `invite` (without one that counts) and `closed` only sign in.
 */
export type Door = 'first' | 'open' | 'invited' | 'invite' | 'closed'

export type Way = 'code' | 'password'

export type FormAsked = {
  door: Door
  words: DoorWords
  /** Where a code goes. */
  codes: 'mail' | 'log'
  onSignedIn: () => void
}

/** What the form holds and what its buttons do. `loadNext` is asked for as soon as the next step is likely. */
export function useSignInForm({ door, words, codes, onSignedIn }: FormAsked, loadNext: () => void) {
  const [last] = useState(lastUsed)
  const makesAccount = door === 'first' || door === 'invited'
  const [way, setWay] = useState<Way>(() => firstWay(door, codes, last?.type))
  const [wish, setWish] = useState<Wish>(makesAccount ? 'signUp' : 'signIn')
  const [draft, setDraft] = useState({ email: makesAccount || !last?.account.includes('@') ? '' : last.account, password: '' })
  const [sent, setSent] = useState<SentCode | null>(null)
  const { busy, said, submit, sendCode, forgive } = useSignIn({ words, onSignedIn })
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const wasSent = useRef(false)
  // The document's focus: whoever comes back from the code stands at the address again.
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
    const found = await submit(wish, draft)
    const atFault = found.email ? email : found.password ? password : null
    atFault?.current?.focus()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void (way === 'code' ? askForCode() : askWithPassword())
  }
  const turn = (to: { way?: Way; wish?: Wish }) => {
    setWay(to.way ?? way)
    setWish(to.wish ?? wish)
    forgive()
    email.current?.focus()
  }
  const type = (typed: Partial<typeof draft>) => setDraft((was) => ({ ...was, ...typed }))
  return { way, wish, draft, type, sent, back: () => setSent(null), busy, said, send, turn, email, password, last: last?.type }
}

/** The way used last; else a code, which needs no account before, unless it would land where few can read it. */
function firstWay(door: Door, codes: 'mail' | 'log', last: string | undefined): Way {
  if (door === 'first') return 'password'
  if (last === 'password' || last === 'code') return last
  return codes === 'log' ? 'password' : 'code'
}
