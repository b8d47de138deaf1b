import { useState } from 'react'
import { paths } from '#kit/paths.ts'
import { basePath } from '#ui/basePath.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { forgetToken } from '#ui/token.ts'
import { useWords } from '#ui/words.ts'
import { CODE_DIGITS } from '../../rules.ts'
import { codes, proof, sessions } from './calls.ts'
import { useWays } from './queries.ts'
import { useTroubleWords } from './useTroubleWords.ts'

export type ConfirmIdentityProps = { open: boolean; onClose: () => void; onProven: () => void }

type Sent = { token: string; delivered: 'mail' | 'log' }

/** Asks the user to reauthenticate: with the password, else with a code, else by signing in again. */
export function ConfirmIdentity({ open, onClose, onProven }: ConfirmIdentityProps) {
  const t = useWords('account')
  const ways = useWays(open)
  const state = useConfirmation(onProven)
  const byPassword = (ways.data?.has_password ?? false) && state.method === 'password'
  const noWay = ways.data && !byPassword && (ways.data.email === '' || ways.data.is_relay)
  const close = () => {
    state.clear()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('prove_title')}
      description={t('prove_text')}
      onSubmit={() => void (byPassword ? state.submitPassword() : state.sent ? state.submitCode() : state.send())}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('prove_no')}
          </Button>
          {noWay ? (
            <Button variant="main" onClick={() => void signInAgain()}>
              {t('prove_again')}
            </Button>
          ) : (
            <Button type="submit" variant="main" busy={state.busy || !ways.data}>
              {byPassword || state.sent ? t('prove_yes') : t('prove_send')}
            </Button>
          )}
        </>
      }
    >
      {ways.error ? (
        <ErrorState className="py-4" error={ways.error} onRetry={() => void ways.refetch()} />
      ) : !ways.data ? (
        <Skeleton className="h-10 w-full" />
      ) : noWay ? (
        <p className="text-base text-ink2">{t('prove_only_again')}</p>
      ) : (
        <Fields state={state} byPassword={byPassword} email={ways.data.email} hasPassword={ways.data.has_password} />
      )}
    </Dialog>
  )
}

type FieldsProps = { state: ReturnType<typeof useConfirmation>; byPassword: boolean; email: string; hasPassword: boolean }

function Fields({ state, byPassword, email, hasPassword }: FieldsProps) {
  const t = useWords('account')
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
          label={t('prove_code')}
          hint={sent.delivered === 'mail' ? t('prove_mailed', { email }) : t('prove_logged')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_DIGITS + 4}
          value={secret}
          onChange={setSecret}
          error={errorText}
        />
      ) : (
        <p className="text-base text-ink2">{t('prove_will_send', { email })}</p>
      )}
      {!byPassword && !sent && errorText && (
        <p role="alert" className="text-sm text-signal">
          {errorText}
        </p>
      )}
      {hasPassword && canSend && (
        <Button variant="quiet" className="-ml-3 justify-self-start" onClick={state.switchMethod}>
          {byPassword ? t('prove_by_code') : t('prove_by_password')}
        </Button>
      )}
    </div>
  )
}

function useConfirmation(onProven: () => void) {
  const words = useTroubleWords()
  const [method, setMethod] = useState<'password' | 'code'>('password')
  const [secret, setSecret] = useState('')
  const [sent, setSent] = useState<Sent>()
  const [errorText, setErrorText] = useState<string>()
  const [busy, setBusy] = useState(false)
  const clear = () => {
    setSecret('')
    setSent(undefined)
    setErrorText(undefined)
  }
  const run = async (step: () => Promise<void>) => {
    setBusy(true)
    setErrorText(undefined)
    await step().catch((error: unknown) => setErrorText(words(error).text))
    setBusy(false)
  }
  const confirm = (body: { password: string } | { token: string; code: string }) =>
    run(async () => {
      await proof.confirm({ body })
      clear()
      onProven()
    })
  return {
    method,
    secret,
    setSecret,
    sent,
    errorText,
    busy,
    clear,
    switchMethod: () => {
      clear()
      setMethod(method === 'password' ? 'code' : 'password')
    },
    submitPassword: () => confirm({ password: secret }),
    submitCode: () => confirm({ token: sent?.token ?? '', code: secret.trim() }),
    send: () =>
      run(async () => {
        const { token, data } = await codes.sendToProve({ body: { lang: document.documentElement.lang } })
        setSent({ token, delivered: data.delivered })
      }),
  }
}

/** Signs out and opens the sign-in page, which returns to the current page. */
async function signInAgain(): Promise<void> {
  const { href } = location
  await sessions.signOut({ body: {} }).catch(() => undefined)
  forgetToken()
  location.assign(basePath + paths.login({ fromUrl: href }))
}
