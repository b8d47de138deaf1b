import type { ReactNode } from 'react'
import { useWords } from '#ui/words.ts'
import type { DoorWords } from './doorWords.ts'
import { LastUsed } from './LastUsed.tsx'
import type { Wish } from './signInTroubles.ts'
import type { Door, Way } from './useSignInForm.ts'

export type FormNotesProps = {
  door: Door
  way: Way
  wish: Wish
  words: DoorWords
  /** The way used last. */
  last: string | undefined
  onTurn: (to: { way?: Way; wish?: Wish }) => void
}

/** Below the form: the other way, the other wish, or why there is none. */
export function FormNotes({ door, way, wish, words, last, onTurn }: FormNotesProps) {
  const t = useWords('account')
  const other = way === 'code' ? 'password' : 'code'
  const turnsWish = way === 'password' && (door === 'open' || door === 'invited')
  return (
    <div className="grid gap-2 text-sm text-ink2">
      <p className="flex flex-wrap items-center gap-x-1.5">
        {way === 'code' ? t('rather_password') : t('rather_code')}{' '}
        <TextButton onClick={() => onTurn({ way: other })}>{way === 'code' ? t('use_password') : t('send_code')}</TextButton>
        {last === other && door !== 'first' && <LastUsed id={`last-${other}`} />}
      </p>
      {turnsWish && (
        <p>
          {wish === 'signUp' ? t('have_account') : t('no_account')}{' '}
          <TextButton onClick={() => onTurn({ wish: wish === 'signUp' ? 'signIn' : 'signUp' })}>
            {wish === 'signUp' ? t('sign_in') : t('sign_up')}
          </TextButton>
        </p>
      )}
      {door === 'closed' && <p>{words.invitation ? t('invitation_refused') : t('closed_hint')}</p>}
      {door === 'invite' && <p>{words.invitation ? t('invitation_refused') : t('invite_hint')}</p>}
    </div>
  )
}

/** A button in a sentence. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="rounded-sm font-[560] text-accent underline pointer-coarse:min-h-11" onClick={onClick}>
      {children}
    </button>
  )
}
