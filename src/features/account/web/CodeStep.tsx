import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, Ref } from 'react'
import { normalizeText } from '#kit/normalizeText.ts'
import { seconds } from '#kit/units.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { now } from '#ui/time.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'
import { CODE_DIGITS } from '../rules.ts'
import { codes } from './account.ts'
import { keepSession } from './authState.ts'
import type { DoorWords } from './doorWords.ts'
import { TextButton } from './FormNotes.tsx'
import { FormTrouble } from './FormTrouble.tsx'
import { saidOfError } from './signInTroubles.ts'
import { useSendCode } from './useSignIn.ts'
import type { SentCode } from './useSignIn.ts'
import { useTry } from './useTry.ts'
import { useWaitWords } from './useWaitWords.ts'

export type CodeStepProps = {
  sent: SentCode
  words: DoorWords
  onSignedIn: () => void
  /** Back to the form, with the address as it was typed. */
  onBack: () => void
}

/** How long before another code may be asked for. */
const RESEND_AFTER = seconds(30)

/** Step two of signing in with a code: the six digits. */
export function CodeStep({ sent: first, words, onSignedIn, onBack }: CodeStepProps) {
  const t = useWords('account')
  const waitWords = useWaitWords()
  const { sent, sentAt, resend, field, code, enter, submit, busy, resends, said } = useCode(first, words, onSignedIn)
  const trouble = said.troubles.code
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
      <div className="grid grid-cols-1 gap-1">
        <h1 className="text-2xl font-[640] tracking-[-0.02em]">
          {sent.delivered === 'mail' ? t('code_title') : t('code_title_log')}
        </h1>
        <p className="text-base wrap-anywhere text-ink2">
          {sent.delivered === 'mail' ? t('code_sent', { email: sent.email }) : t('code_in_log', { email: sent.email })}
        </p>
      </div>
      <TextField
        ref={field as Ref<HTMLInputElement | HTMLTextAreaElement>}
        label={t('code_label', { digits: CODE_DIGITS })}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={code}
        onChange={enter}
        error={trouble && t(trouble, { wait: waitWords(said.wait) })}
      />
      <FormTrouble said={said} />
      <Button type="submit" variant="main" size="lg" busy={busy} className="w-full">
        {t('sign_in')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink2">
        <Resend key={sentAt} sentAt={sentAt} busy={resends} onResend={() => void resend()} />
        <TextButton onClick={onBack}>{t('code_other_address')}</TextButton>
      </div>
      <p role="status" className="text-sm text-ink2 empty:hidden">
        {sent === first ? null : t('code_sent_again')}
      </p>
      {sent.delivered === 'mail' && <p className="text-sm text-ink2">{t('code_no_mail')}</p>}
    </form>
  )
}

/** The digits, what was said of them, and the letter they came with. A full number sends itself. */
function useCode(first: SentCode, words: DoorWords, onSignedIn: () => void) {
  const queries = useQueryClient()
  const [sent, setSent] = useState(first)
  const [sentAt, setSentAt] = useState(now)
  const [code, setCode] = useState('')
  const { busy, said, start, say } = useTry()
  const [resends, setResends] = useState(false)
  const sendTo = useSendCode(words)
  const field = useRef<HTMLInputElement>(null)
  // The document's focus: the field is what this step is for.
  useEffect(() => field.current?.focus(), [])

  const signIn = async (digits: string) => {
    if (busy) return
    if (digits.length < CODE_DIGITS) {
      say({ troubles: { code: 'Login_code_wrong' } })
      field.current?.focus()
      return
    }
    const tried = await start(
      () => codes.signIn({ body: { token: sent.token, code: digits } }),
      (error) => saidOfError(error, { field: 'code', words }),
    )
    if ('said' in tried) {
      // What is typed next takes the place of the digits that were wrong.
      field.current?.focus()
      field.current?.select()
      return
    }
    keepSession(tried.answer.data)
    // What was asked for the one who was here before is not for the one who comes.
    queries.clear()
    onSignedIn()
  }
  const enter = (typed: string) => {
    const digits = normalizeText(typed, 'NFKC').replace(/\D/g, '').slice(0, CODE_DIGITS)
    setCode(digits)
    if (digits.length === CODE_DIGITS && digits !== code) void signIn(digits)
  }
  const resend = async () => {
    setResends(true)
    const tried = await start(
      () => sendTo(sent.email),
      (error) => saidOfError(error, { field: 'code', words }),
    )
    setResends(false)
    if ('said' in tried) return
    setSent(tried.answer)
    setSentAt(now())
    setCode('')
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void signIn(code)
  }
  return { sent, sentAt, resend, field, code, enter, submit, busy: busy && !resends, resends, said }
}

function Resend({ sentAt, busy, onResend }: { sentAt: number; busy: boolean; onResend: () => void }) {
  const t = useWords('account')
  const waitWords = useWaitWords()
  // A clock set back meanwhile does not make the wait longer.
  const left = Math.ceil(Math.min(RESEND_AFTER, sentAt + RESEND_AFTER - useNow()) / seconds(1))
  if (left <= 0) {
    return (
      <Button size="sm" variant="quiet" className="-ml-2" busy={busy} onClick={onResend}>
        {t('code_resend')}
      </Button>
    )
  }
  return <span>{t('code_resend_in', { wait: waitWords(left) })}</span>
}
