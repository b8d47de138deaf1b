import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, Ref } from 'react'
import { normalizeText } from '#shared/normalizeText.ts'
import { seconds } from '#shared/units.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { now } from '#browser/timers/time.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { CODE_DIGITS } from '../../rules.ts'
import { codes } from '../queries.ts'
import { storeSession } from '../sessions/authState.ts'
import type { SignUpTokens } from '../sign-up/signUp.ts'
import { TextButton } from '../sign-in/FormNotes.tsx'
import { FormError, useFormatWait } from '../sign-in/FormError.tsx'
import { type FormErrors, NO_ERRORS } from '../sign-in/fieldErrors.ts'
import { toFormErrors } from '../sign-in/formErrors.ts'
import { useSendCode, type SentCode } from '../sign-in/useSignInForm.ts'

export type CodeStepProps = {
  sent: SentCode
  signUpTokens: SignUpTokens
  onSignedIn: () => void
  /** Goes back to the form, which keeps the typed address. */
  onBack: () => void
}

/** Delay before another code can be requested. */
const RESEND_AFTER = seconds(30)

/** Second step of signing in with a code: the six digits. */
export function CodeStep({ sent: initial, signUpTokens, onSignedIn, onBack }: CodeStepProps) {
  const t = useTranslations('account')
  const formatWait = useFormatWait()
  const { sent, sentAt, resend, field, code, changeCode, submit, isBusy, isResending, errors } = useCodeForm(
    initial,
    signUpTokens,
    onSignedIn,
  )
  const codeError = errors.fieldErrors.code
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
        onChange={changeCode}
        error={codeError && t(codeError, { wait: formatWait(errors.retryAfter) })}
      />
      <FormError errors={errors} />
      <Button type="submit" variant="main" size="lg" busy={isBusy} className="w-full">
        {t('sign_in')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink2">
        <Resend key={sentAt} sentAt={sentAt} busy={isResending} onResend={resend} />
        <TextButton onClick={onBack}>{t('code_other_address')}</TextButton>
      </div>
      <p role="status" className="text-sm text-ink2 empty:hidden">
        {sent === initial ? null : t('code_sent_again')}
      </p>
      {sent.delivered === 'mail' && <p className="text-sm text-ink2">{t('code_no_mail')}</p>}
    </form>
  )
}

/** State of the code field. A complete code is submitted automatically. */
function useCodeForm(initial: SentCode, signUpTokens: SignUpTokens, onSignedIn: () => void) {
  const queries = useQueryClient()
  const [sent, setSent] = useState(initial)
  const [sentAt, setSentAt] = useState(now)
  const [code, setCode] = useState('')
  const [isIncomplete, setIsIncomplete] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // Focuses the code field, because it is the only input of this step.
  useEffect(() => field.current?.focus(), [])

  const signIn = useAction((digits: string) => codes.signIn({ body: { token: sent.token, code: digits } }), {
    show: 'inline',
    onSuccess: ({ data }) => {
      storeSession(data)
      // The cache may contain data of the user who was signed in before.
      queries.clear()
      onSignedIn()
    },
    onFailure: () => {
      // Selects the wrong digits, so that typing replaces them.
      field.current?.focus()
      field.current?.select()
    },
  })
  const resend = useAction(useSendCode(signUpTokens), {
    show: 'inline',
    onSuccess: (code) => {
      setSent(code)
      setSentAt(now())
      setCode('')
      field.current?.focus()
    },
  })
  const sendAgain = () => {
    if (signIn.isBusy) return
    signIn.reset()
    setIsIncomplete(false)
    void resend.run(sent.email)
  }
  const signInWith = (digits: string) => {
    if (signIn.isBusy || resend.isBusy) return
    resend.reset()
    setIsIncomplete(digits.length < CODE_DIGITS)
    if (digits.length < CODE_DIGITS) field.current?.focus()
    else void signIn.run(digits)
  }
  const changeCode = (typed: string) => {
    const digits = normalizeText(typed, 'NFKC').replace(/\D/g, '').slice(0, CODE_DIGITS)
    setCode(digits)
    if (digits.length === CODE_DIGITS && digits !== code) signInWith(digits)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signInWith(code)
  }
  const error = signIn.error ?? resend.error
  const failed = error ? toFormErrors(error, { field: 'code', signUpTokens }) : NO_ERRORS
  return {
    sent,
    sentAt,
    resend: sendAgain,
    field,
    code,
    changeCode,
    submit,
    isBusy: signIn.isBusy,
    isResending: resend.isBusy,
    errors: isIncomplete ? INCOMPLETE : failed,
  }
}

const INCOMPLETE: FormErrors = { fieldErrors: { code: 'Login_code_wrong' } }

function Resend({ sentAt, busy, onResend }: { sentAt: number; busy: boolean; onResend: () => void }) {
  const t = useTranslations('account')
  const formatWait = useFormatWait()
  // Limits the wait in case the clock was set back.
  const secondsLeft = Math.ceil(Math.min(RESEND_AFTER, sentAt + RESEND_AFTER - useNow()) / seconds(1))
  if (secondsLeft <= 0) {
    return (
      <Button size="sm" variant="quiet" className="-ml-2" busy={busy} onClick={onResend}>
        {t('code_resend')}
      </Button>
    )
  }
  return <span>{t('code_resend_in', { wait: formatWait(secondsLeft) })}</span>
}
