import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useWords } from '#ui/words.ts'
import { PASSWORD_MIN } from '../contract.ts'
import { FormTrouble } from './FormTrouble.tsx'
import { PasswordField } from './PasswordField.tsx'
import type { Wish } from './signInTroubles.ts'
import { useSignIn } from './useSignIn.ts'

export type SignInFormProps = {
  /** `first` makes the first account of this server; `open` lets anyone make one; `closed` only signs in. */
  door: 'first' | 'open' | 'closed'
  setupToken: string | undefined
  onSignedIn: () => void
}

/** E-mail and password, for signing in and for making an account: one form, so that what was typed is never lost. */
export function SignInForm({ door, setupToken, onSignedIn }: SignInFormProps) {
  const t = useWords('account')
  const [wish, setWish] = useState<Wish>(door === 'first' ? 'signUp' : 'signIn')
  const [draft, setDraft] = useState({ email: '', password: '' })
  const { busy, troubles, failure, submit, forgive } = useSignIn({ setupToken, onSignedIn })
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const isNew = wish === 'signUp'

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = await submit(wish, draft)
    const atFault = found.email ? email : found.password ? password : null
    atFault?.current?.focus()
  }
  const turn = () => {
    setWish(isNew ? 'signIn' : 'signUp')
    forgive()
    email.current?.focus()
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
      <div className="grid gap-1">
        <h1 className="text-2xl font-[640] tracking-[-0.02em]">
          {door === 'first' ? t('first_title') : isNew ? t('sign_up') : t('sign_in')}
        </h1>
        {door === 'first' && <p className="text-sm text-ink2">{t('first_hint')}</p>}
      </div>
      <TextField
        ref={email}
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="you@example.org"
        required
        value={draft.email}
        onChange={(typed) => setDraft((was) => ({ ...was, email: typed }))}
        error={troubles.email && t(troubles.email)}
      />
      <PasswordField
        ref={password}
        isNew={isNew}
        value={draft.password}
        onChange={(typed) => setDraft((was) => ({ ...was, password: typed }))}
        error={troubles.password && t(troubles.password, { min: PASSWORD_MIN })}
      />
      <FormTrouble word={troubles.form} failure={failure} />
      <Button type="submit" variant="main" size="lg" busy={busy} className="w-full">
        {isNew ? t('sign_up') : t('sign_in')}
      </Button>
      <DoorNote door={door} isNew={isNew} onTurn={turn} />
    </form>
  )
}

/** Below the form: the way to the other wish, or why there is none. */
function DoorNote({ door, isNew, onTurn }: { door: SignInFormProps['door']; isNew: boolean; onTurn: () => void }) {
  const t = useWords('account')
  if (door === 'first') return null
  if (door === 'closed') return <p className="text-sm text-ink2">{t('closed_hint')}</p>
  return (
    <p className="text-sm text-ink2">
      {isNew ? t('have_account') : t('no_account')}{' '}
      <button type="button" className="rounded-sm font-[560] text-accent underline pointer-coarse:min-h-11" onClick={onTurn}>
        {isNew ? t('sign_in') : t('sign_up')}
      </button>
    </p>
  )
}
