import { useId } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ProviderLinks } from '../sso/ProviderLinks.tsx'
import type { Provider } from '../sso/ProviderLinks.tsx'
import type { SignUpMode } from '../sign-up/signUp.ts'
import { EmailField, PasswordField } from './SignInFields.tsx'
import { FormNotes } from './FormNotes.tsx'
import { FormError } from './FormError.tsx'
import { LastUsedBadge } from './LastUsedBadge.tsx'
import { useSignInForm } from './useSignInForm.ts'
import type { SignInFormOptions } from './useSignInForm.ts'
import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'

export type SignInFormProps = SignInFormOptions & { providers: readonly Provider[]; fromUrl: string }

const CodeStep = lazyComponent(async () => (await import('../codes/CodeStep.tsx')).CodeStep)
const preloadCodeStep = () => void CodeStep.preload()

/** Providers, then e-mail with a code or a password. One form for all of them, so that no input is lost. */
export function SignInForm({ providers, fromUrl, ...options }: SignInFormProps) {
  const t = useTranslations('account')
  const form = useSignInForm(options, preloadCodeStep)
  const { signUpMode, signUpTokens, onSignedIn } = options
  const { method, mode, draft, update, errors, email: emailRef, password: passwordRef } = form
  const isNew = mode === 'signUp'
  if (form.sent) {
    return <CodeStep sent={form.sent} signUpTokens={signUpTokens} onSignedIn={onSignedIn} onBack={form.back} />
  }
  const canSignUp = signUpMode === 'first' || signUpMode === 'open' || signUpMode === 'invited'
  return (
    <div className="grid grid-cols-1 gap-4">
      <FormTitle signUpMode={signUpMode} isNew={isNew} />
      {canSignUp && (isNew || method === 'code' || providers.length > 0) && <Agreement />}
      <ProviderLinks providers={providers} signUpTokens={signUpTokens} fromUrl={fromUrl} lastMethod={form.lastMethod} />
      {providers.length > 0 && <Divider />}
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
        <FormError errors={errors} />
        <SubmitButton
          busy={form.isBusy}
          isLast={form.lastMethod === method && signUpMode !== 'first' && signUpMode !== 'invited'}
        >
          {method === 'code' ? t('send_code') : isNew ? t('sign_up') : t('sign_in')}
        </SubmitButton>
      </form>
      <FormNotes
        signUpMode={signUpMode}
        method={method}
        mode={mode}
        signUpTokens={signUpTokens}
        lastMethod={form.lastMethod}
        onSwitch={form.switchTo}
      />
    </div>
  )
}

function FormTitle({ signUpMode, isNew }: { signUpMode: SignUpMode; isNew: boolean }) {
  const t = useTranslations('account')
  return (
    <div className="grid gap-1">
      <h1 className="text-2xl font-[640] tracking-[-0.02em]">
        {signUpMode === 'first' ? t('first_account_title') : isNew ? t('sign_up') : t('sign_in')}
      </h1>
      {signUpMode === 'first' && <p className="text-sm text-ink2">{t('first_account_hint')}</p>}
      {signUpMode === 'invited' && isNew && <p className="text-sm text-ink2">{t('invited_hint')}</p>}
    </div>
  )
}

/** The separator between the providers and the e-mail field. */
function Divider() {
  const t = useTranslations('account')
  return (
    <div className="flex items-center gap-3 text-sm text-ink2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('or')}
    </div>
  )
}

function SubmitButton({ busy, isLast, children }: { busy: boolean; isLast: boolean; children: string }) {
  const lastUsedId = useId()
  return (
    <Button
      type="submit"
      variant="main"
      size="lg"
      busy={busy}
      className="w-full"
      aria-describedby={isLast ? lastUsedId : undefined}
    >
      {children}
      {isLast && <LastUsedBadge id={lastUsedId} className="bg-accent-ink/15 text-accent-ink" />}
    </Button>
  )
}

/** Shown above every button that creates an account. The links open in a new tab, so that no input is lost. */
function Agreement() {
  const t = useTranslations('account')
  const links = new Map([
    [TERMS, { to: paths.userAgreement(), name: t('user_agreement') }],
    [PRIVACY, { to: paths.privacy(), name: t('privacy_policy') }],
  ])
  return (
    <p className="text-sm text-pretty text-ink2">
      {t('agree', { terms: TERMS, privacy: PRIVACY })
        .split(/(\[\[\w+\]\])/)
        .map((part) => {
          const link = links.get(part)
          if (!link) return part
          return (
            <a
              key={part}
              href={basePath + link.to}
              target="_blank"
              rel="noopener"
              className="rounded-sm text-ink underline decoration-edge underline-offset-2 hover:decoration-current"
            >
              {link.name}
            </a>
          )
        })}
    </p>
  )
}

// Placeholders, because each language puts the links at another place in the sentence.
const TERMS = '[[terms]]'
const PRIVACY = '[[privacy]]'
