import type { ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SignUpTokens, SignUpMode } from '../sign-up/signUp.ts'
import { LastUsedBadge } from './LastUsedBadge.tsx'
import type { FormMode, SignInMethod } from './formErrors.ts'

export type FormNotesProps = {
  signUpMode: SignUpMode
  method: SignInMethod
  mode: FormMode
  signUpTokens: SignUpTokens
  /** The sign-in method used last. */
  lastMethod: string | undefined
  onSwitch: (change: { method?: SignInMethod; mode?: FormMode }) => void
}

/** Below the form: links to the other sign-in method and to sign-up, or why sign-up is not possible. */
export function FormNotes({ signUpMode, method, mode, signUpTokens, lastMethod, onSwitch }: FormNotesProps) {
  const t = useTranslations('account')
  const otherMethod = method === 'code' ? 'password' : 'code'
  const canSwitchMode = method === 'password' && (signUpMode === 'open' || signUpMode === 'invited')
  return (
    <div className="grid gap-2 text-sm text-ink2">
      <p className="flex flex-wrap items-center gap-x-1.5">
        {method === 'code' ? t('prefer_password') : t('forgot_password')}{' '}
        <TextButton onClick={() => onSwitch({ method: otherMethod })}>
          {method === 'code' ? t('use_password') : t('send_code')}
        </TextButton>
        {lastMethod === otherMethod && signUpMode !== 'first' && <LastUsedBadge id={`last-${otherMethod}`} />}
      </p>
      {canSwitchMode && (
        <p>
          {mode === 'signUp' ? t('have_account') : t('no_account')}{' '}
          <TextButton onClick={() => onSwitch({ mode: mode === 'signUp' ? 'signIn' : 'signUp' })}>
            {mode === 'signUp' ? t('sign_in') : t('sign_up')}
          </TextButton>
        </p>
      )}
      {signUpMode === 'closed' && <p>{signUpTokens.invitation ? t('invitation_refused') : t('closed_hint')}</p>}
      {signUpMode === 'invite' && <p>{signUpTokens.invitation ? t('invitation_refused') : t('invite_hint')}</p>}
    </div>
  )
}

/** A button that looks like a link in a sentence. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="rounded-sm font-[560] text-accent underline pointer-coarse:min-h-11" onClick={onClick}>
      {children}
    </button>
  )
}
