import type { ReactNode } from 'react'
import { useWords } from '#ui/words.ts'
import type { DoorWords } from './doorWords.ts'
import { LastUsed } from './LastUsed.tsx'
import type { FormMode } from './signInTroubles.ts'
import type { SignUpMode, SignInMethod } from './useSignInForm.ts'

export type FormNotesProps = {
  signUpMode: SignUpMode
  method: SignInMethod
  mode: FormMode
  words: DoorWords
  /** The sign-in method used last. */
  lastMethod: string | undefined
  onSwitch: (to: { method?: SignInMethod; mode?: FormMode }) => void
}

/** Below the form: links to the other sign-in method and to sign-up, or why sign-up is not possible. */
export function FormNotes({ signUpMode, method, mode, words, lastMethod, onSwitch }: FormNotesProps) {
  const t = useWords('account')
  const other = method === 'code' ? 'password' : 'code'
  const turnsWish = method === 'password' && (signUpMode === 'open' || signUpMode === 'invited')
  return (
    <div className="grid gap-2 text-sm text-ink2">
      <p className="flex flex-wrap items-center gap-x-1.5">
        {method === 'code' ? t('rather_password') : t('rather_code')}{' '}
        <TextButton onClick={() => onSwitch({ method: other })}>
          {method === 'code' ? t('use_password') : t('send_code')}
        </TextButton>
        {lastMethod === other && signUpMode !== 'first' && <LastUsed id={`last-${other}`} />}
      </p>
      {turnsWish && (
        <p>
          {mode === 'signUp' ? t('have_account') : t('no_account')}{' '}
          <TextButton onClick={() => onSwitch({ mode: mode === 'signUp' ? 'signIn' : 'signUp' })}>
            {mode === 'signUp' ? t('sign_in') : t('sign_up')}
          </TextButton>
        </p>
      )}
      {signUpMode === 'closed' && <p>{words.invitation ? t('invitation_refused') : t('closed_hint')}</p>}
      {signUpMode === 'invite' && <p>{words.invitation ? t('invitation_refused') : t('invite_hint')}</p>}
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
