import { useId } from 'react'
import { Button } from '#ui/Button.tsx'
import { lazyPart } from '#ui/lazyPart.tsx'
import { useWords } from '#ui/words.ts'
import { Agreement } from './Agreement.tsx'
import { EmailField } from './EmailField.tsx'
import { FormNotes } from './FormNotes.tsx'
import { FormTrouble } from './FormTrouble.tsx'
import { LastUsed } from './LastUsed.tsx'
import { PasswordField } from './PasswordField.tsx'
import { ProviderLinks } from './ProviderLinks.tsx'
import type { Provider } from './ProviderLinks.tsx'
import { useSignInForm } from './useSignInForm.ts'
import type { Door, FormAsked } from './useSignInForm.ts'

export type SignInFormProps = FormAsked & { providers: readonly Provider[]; fromUrl: string }

const CodeStep = lazyPart(async () => (await import('./CodeStep.tsx')).CodeStep)
const fetchAhead = () => void CodeStep.preload()

/** Providers, then e-mail with a code or a password: one form, so that what was typed is never lost. */
export function SignInForm({ providers, fromUrl, ...asked }: SignInFormProps) {
  const t = useWords('account')
  const form = useSignInForm(asked, fetchAhead)
  const { door, words, onSignedIn } = asked
  const { way, wish, draft, type, said, email: emailRef, password: passwordRef } = form
  const isNew = wish === 'signUp'
  if (form.sent) {
    return <CodeStep sent={form.sent} words={words} onSignedIn={onSignedIn} onBack={form.back} />
  }
  const mayMakeAccount = door === 'first' || door === 'open' || door === 'invited'
  return (
    <div className="grid grid-cols-1 gap-4">
      <FormTitle door={door} isNew={isNew} />
      {mayMakeAccount && (isNew || way === 'code' || providers.length > 0) && <Agreement />}
      <ProviderLinks providers={providers} words={words} fromUrl={fromUrl} last={form.last} />
      {providers.length > 0 && <Or />}
      <form noValidate className="grid grid-cols-1 gap-4" onSubmit={form.send}>
        <EmailField ref={emailRef} value={draft.email} onChange={(email) => type({ email })} said={said} />
        {way === 'password' && (
          <PasswordField
            ref={passwordRef}
            isNew={isNew}
            value={draft.password}
            onChange={(password) => type({ password })}
            said={said}
          />
        )}
        <FormTrouble said={said} />
        <SubmitButton busy={form.busy} isLast={form.last === way && door !== 'first' && door !== 'invited'}>
          {way === 'code' ? t('send_code') : isNew ? t('sign_up') : t('sign_in')}
        </SubmitButton>
      </form>
      <FormNotes door={door} way={way} wish={wish} words={words} last={form.last} onTurn={form.turn} />
    </div>
  )
}

function FormTitle({ door, isNew }: { door: Door; isNew: boolean }) {
  const t = useWords('account')
  return (
    <div className="grid gap-1">
      <h1 className="text-2xl font-[640] tracking-[-0.02em]">
        {door === 'first' ? t('first_title') : isNew ? t('sign_up') : t('sign_in')}
      </h1>
      {door === 'first' && <p className="text-sm text-ink2">{t('first_hint')}</p>}
      {door === 'invited' && isNew && <p className="text-sm text-ink2">{t('invited_hint')}</p>}
    </div>
  )
}

/** The line between the providers and the address. */
function Or() {
  const t = useWords('account')
  return (
    <div className="flex items-center gap-3 text-sm text-ink2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('or')}
    </div>
  )
}

function SubmitButton({ busy, isLast, children }: { busy: boolean; isLast: boolean; children: string }) {
  const mark = useId()
  return (
    <Button type="submit" variant="main" size="lg" busy={busy} className="w-full" aria-describedby={isLast ? mark : undefined}>
      {children}
      {isLast && <LastUsed id={mark} className="bg-accent-ink/15 text-accent-ink" />}
    </Button>
  )
}
