import { useQueryClient } from '@tanstack/react-query'
import { useLocale } from '#ui/words.ts'
import { account, codes } from './account.ts'
import { keepSession } from './authState.ts'
import { deviceTokens } from './deviceTokens.ts'
import { inBody } from './doorWords.ts'
import type { DoorWords } from './doorWords.ts'
import { NOTHING_SAID, saidOfError, troublesOfAddress, troublesOfDraft } from './signInTroubles.ts'
import type { Draft, Said, Troubles, Wish } from './signInTroubles.ts'
import { useTry } from './useTry.ts'

/** A code that is on its way: what it is bound to, and where its owner finds it. */
export type SentCode = { token: string; email: string; delivered: 'mail' | 'log' }

export type SignInState = {
  busy: boolean
  said: Said
  /** Signs in or makes an account with a password. Gives what is wrong, nothing when it went well. */
  submit: (wish: Wish, draft: Draft) => Promise<Troubles>
  /** Has a code sent, or gives what is wrong. */
  sendCode: (email: string) => Promise<SentCode | Troubles>
  /** Takes away what was said, for example when the form turns from signing in to signing up. */
  forgive: () => void
}

/** The ways in of the first form. A session that begins is kept, and `onSignedIn` is told. */
export function useSignIn({ words, onSignedIn }: { words: DoorWords; onSignedIn: () => void }): SignInState {
  const queries = useQueryClient()
  const sendTo = useSendCode(words)
  const { busy, said, say, start } = useTry()

  const submit = async (wish: Wish, draft: Draft): Promise<Troubles> => {
    const troubles = troublesOfDraft(wish, draft)
    say({ troubles })
    if (Object.keys(troubles).length > 0) return troubles
    const tried = await start(
      () =>
        wish === 'signIn'
          ? account.signIn({ body: { ...draft, device_tokens: deviceTokens() } })
          : account.signUp({ body: { ...draft, ...inBody(words) } }),
      (error) => saidOfError(error, { field: 'password', words }),
    )
    if ('said' in tried) return tried.said.troubles
    keepSession(tried.answer.data)
    // What was asked for the one who was here before is not for the one who comes.
    queries.clear()
    onSignedIn()
    return {}
  }

  const sendCode = async (email: string): Promise<SentCode | Troubles> => {
    const troubles = troublesOfAddress(email)
    say({ troubles })
    if (Object.keys(troubles).length > 0) return troubles
    const tried = await start(
      () => sendTo(email.trim()),
      (error) => saidOfError(error, { field: 'email', words }),
    )
    return 'said' in tried ? tried.said.troubles : tried.answer
  }
  return { busy, said, submit, sendCode, forgive: () => say(NOTHING_SAID) }
}

/** Has a code sent to an address, in the language of the page. */
export function useSendCode(words: DoorWords): (email: string) => Promise<SentCode> {
  const lang = useLocale()
  return async (email) => {
    const { token, data } = await codes.send({ body: { username: email, lang, device_tokens: deviceTokens(), ...inBody(words) } })
    return { token, email, delivered: data.delivered }
  }
}
