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
import type { SignUpMode, FormAsked } from './useSignInForm.ts'

export type SignInFormProps = FormAsked & { providers: readonly Provider[]; fromUrl: string }

const CodeStep = lazyPart(async () => (await import('./CodeStep.tsx')).CodeStep)
const fetchAhead = () => void CodeStep.preload()

/** Providers, then e-mail with a code or a password. One form for all of them, so that no input is lost. */
export function SignInForm({ providers, fromUrl, ...asked }: SignInFormProps) {
  const t = useWords('account')
  const form = useSignInForm(asked, fetchAhead)
  const { signUpMode, words, onSignedIn } = asked
  const { method, mode, draft, update, errors, email: emailRef, password: passwordRef } = form
  const isNew = mode === 'signUp'
  if (form.sent) {
    return <CodeStep sent={form.sent} words={words} onSignedIn={onSignedIn} onBack={form.back} />
  }
  const mayMakeAccount = signUpMode === 'first' || signUpMode === 'open' || signUpMode === 'invited'
  return (
    <div className="grid grid-cols-1 gap-4">
      <FormTitle signUpMode={signUpMode} isNew={isNew} />
      {mayMakeAccount && (isNew || method === 'code' || providers.length > 0) && <Agreement />}
      <ProviderLinks providers={providers} words={words} fromUrl={fromUrl} lastMethod={form.lastMethod} />
      {providers.length > 0 && <Or />}
      <form noValidate className="grid grid-cols-1 gap-4" onSubmit={form.submitForm}>
        <EmailField ref={emailRef} value={draft.email} onChange={(email) => update({ email })} errors={errors} />
        {method === 'password' && (
          <PasswordField
            ref={passwordRef}
            isNew={isNew}
            value={draft.password}
            onChange={(password) => update({ password })}
            errors={errors}
          />
        )}
        <FormTrouble errors={errors} />
        <SubmitButton busy={form.busy} isLast={form.lastMethod === method && signUpMode !== 'first' && signUpMode !== 'invited'}>
          {method === 'code' ? t('send_code') : isNew ? t('sign_up') : t('sign_in')}
        </SubmitButton>
      </form>
      <FormNotes
        signUpMode={signUpMode}
        method={method}
        mode={mode}
        words={words}
        lastMethod={form.lastMethod}
        onSwitch={form.switchTo}
      />
    </div>
  )
}

function FormTitle({ signUpMode, isNew }: { signUpMode: SignUpMode; isNew: boolean }) {
  const t = useWords('account')
  return (
    <div className="grid gap-1">
      <h1 className="text-2xl font-[640] tracking-[-0.02em]">
        {signUpMode === 'first' ? t('first_title') : isNew ? t('sign_up') : t('sign_in')}
      </h1>
      {signUpMode === 'first' && <p className="text-sm text-ink2">{t('first_hint')}</p>}
      {signUpMode === 'invited' && isNew && <p className="text-sm text-ink2">{t('invited_hint')}</p>}
    </div>
  )
}

/** The separator between the providers and the e-mail field. */
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
