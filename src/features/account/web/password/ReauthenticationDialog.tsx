import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { clearToken } from '#browser/session/token.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { CODE_DIGITS } from '../../rules.ts'
import { codes, reauthentication, sessions, useSignInMethods } from '../queries.ts'

export type ReauthenticationDialogProps = { open: boolean; onClose: () => void; onConfirmed: () => void }

type SentCode = { token: string; delivered: 'mail' | 'log' }

/** Asks the user to reauthenticate: with the password, else with a code, else by signing in again. */
export function ReauthenticationDialog({ open, onClose, onConfirmed }: ReauthenticationDialogProps) {
  const t = useTranslations('account')
  const signInMethods = useSignInMethods(open)
  const state = useConfirmation(onConfirmed)
  const byPassword = (signInMethods.data?.has_password ?? false) && state.method === 'password'
  const hasNoMethod = signInMethods.data && !byPassword && (signInMethods.data.email === '' || signInMethods.data.is_relay)
  const close = () => {
    state.clear()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('reauthenticate_title')}
      description={t('reauthenticate_text')}
      onSubmit={byPassword ? state.submitPassword : state.sent ? state.submitCode : state.send}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('reauthenticate_cancel')}
          </Button>
          {hasNoMethod ? (
            <Button variant="main" onClick={() => void signInAgain()}>
              {t('reauthenticate_sign_in')}
            </Button>
          ) : (
            <Button type="submit" variant="main" busy={state.isBusy || !signInMethods.data}>
              {byPassword || state.sent ? t('reauthenticate_confirm') : t('reauthenticate_send_code')}
            </Button>
          )}
        </>
      }
    >
      {signInMethods.error ? (
        <ErrorState className="py-4" error={signInMethods.error} onRetry={() => void signInMethods.refetch()} />
      ) : !signInMethods.data ? (
        <Skeleton className="h-10 w-full" />
      ) : hasNoMethod ? (
        <p className="text-base text-ink2">{t('reauthenticate_sign_in_only')}</p>
      ) : (
        <ReauthenticationFields
          state={state}
          byPassword={byPassword}
          email={signInMethods.data.email}
          hasPassword={signInMethods.data.has_password}
        />
      )}
    </Dialog>
  )
}

type ReauthenticationFieldsProps = {
  state: ReturnType<typeof useConfirmation>
  byPassword: boolean
  email: string
  hasPassword: boolean
}

function ReauthenticationFields({ state, byPassword, email, hasPassword }: ReauthenticationFieldsProps) {
  const t = useTranslations('account')
  const { secret, setSecret, errorText, sent } = state
  const canSend = email !== ''
  return (
    <div className="grid gap-3">
      {byPassword ? (
        <TextField
          label={t('password')}
          type="password"
          autoComplete="current-password"
          value={secret}
          onChange={setSecret}
          error={errorText}
        />
      ) : sent ? (
        <TextField
          label={t('reauthenticate_code')}
          hint={sent.delivered === 'mail' ? t('reauthenticate_code_mailed', { email }) : t('reauthenticate_code_logged')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_DIGITS + 4}
          value={secret}
          onChange={setSecret}
          error={errorText}
        />
      ) : (
        <p className="text-base text-ink2">{t('reauthenticate_will_send', { email })}</p>
      )}
      {!byPassword && !sent && errorText && (
        <p role="alert" className="text-sm text-signal">
          {errorText}
        </p>
      )}
      {hasPassword && canSend && (
        <Button variant="quiet" className="-ml-3 justify-self-start" onClick={state.switchMethod}>
          {byPassword ? t('reauthenticate_use_code') : t('reauthenticate_use_password')}
        </Button>
      )}
    </div>
  )
}

function useConfirmation(onConfirmed: () => void) {
  const t = useTranslations('account')
  const [method, setMethod] = useState<'password' | 'code'>('password')
  const [secret, setSecret] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const confirm = useAction(reauthentication.confirm, {
    show: 'inline',
    refusals: { wrong: t('error_wrong'), 422: t('error_wrong') },
    onSuccess: () => {
      clear()
      onConfirmed()
    },
  })
  const send = useAction(codes.sendToProve, {
    show: 'inline',
    refusals: { noAddress: t('error_no_email') },
    onSuccess: ({ token, data }) => setSent({ token, delivered: data.delivered }),
  })
  const clear = () => {
    setSecret('')
    setSent(undefined)
    confirm.reset()
    send.reset()
  }
  return {
    method,
    secret,
    setSecret,
    sent,
    errorText: (confirm.explanation ?? send.explanation)?.text,
    isBusy: confirm.isBusy || send.isBusy,
    clear,
    switchMethod: () => {
      clear()
      setMethod(method === 'password' ? 'code' : 'password')
    },
    submitPassword: () => void confirm.run({ body: { password: secret } }),
    submitCode: () => void confirm.run({ body: { token: sent?.token ?? '', code: secret.trim() } }),
    send: () => void send.run({ body: { lang: document.documentElement.lang } }),
  }
}

/** Signs out and opens the sign-in page, which returns to the current page. */
async function signInAgain(): Promise<void> {
  const { href } = location
  await sessions.signOut({ body: {} }).catch(() => undefined)
  clearToken()
  location.assign(basePath + paths.login({ fromUrl: href }))
}
