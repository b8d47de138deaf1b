import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keepToken } from '#ui/token.ts'
import { account } from './account.ts'
import { troublesOfDraft, troublesOfError } from './signInTroubles.ts'
import type { Draft, Troubles, Wish } from './signInTroubles.ts'

export type SignInState = {
  busy: boolean
  troubles: Troubles
  /** A failure that is no refusal: a fault of the server, or nobody answered. */
  failure: unknown
  submit: (wish: Wish, draft: Draft) => Promise<Troubles>
  /** Takes away what was said, for example when the form turns from signing in to signing up. */
  forgive: () => void
}

/** Signs in or makes an account, keeps the token for as long as its own `exp` says (A§9) and tells `onSignedIn`. */
export function useSignIn({ setupToken, onSignedIn }: { setupToken: string | undefined; onSignedIn: () => void }): SignInState {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ troubles: Troubles; failure?: unknown }>({ troubles: {} })

  const ask = async (wish: Wish, draft: Draft): Promise<Troubles> => {
    try {
      const { data } =
        wish === 'signIn'
          ? await account.signIn({ body: draft })
          : await account.signUp({ body: { ...draft, setup_token: setupToken } })
      keepToken(data.access_token)
      // What was asked for the one who was here before is not for the one who comes.
      queries.clear()
      onSignedIn()
      return {}
    } catch (error) {
      const troubles = troublesOfError(error, setupToken !== undefined)
      setSaid(troubles ? { troubles } : { troubles: {}, failure: error })
      return troubles ?? {}
    }
  }

  const submit = async (wish: Wish, draft: Draft): Promise<Troubles> => {
    const troubles = troublesOfDraft(wish, draft)
    setSaid({ troubles })
    if (Object.keys(troubles).length > 0) return troubles
    setBusy(true)
    try {
      return await ask(wish, draft)
    } finally {
      setBusy(false)
    }
  }
  return { busy, ...said, failure: said.failure, submit, forgive: () => setSaid({ troubles: {} }) }
}
