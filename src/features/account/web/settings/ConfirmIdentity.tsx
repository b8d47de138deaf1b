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

/** Asks once more who it is: by password, else by a code, else by signing in again. */
export function ConfirmIdentity({ open, onClose, onProven }: ConfirmIdentityProps) {
  const t = useWords('account')
  const ways = useWays(open)
  const state = useConfirmation(onProven)
  const byPassword = (ways.data?.has_password ?? false) && state.way === 'password'
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
      onSubmit={() => void (byPassword ? state.givePassword() : state.sent ? state.giveCode() : state.send())}
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
  const { word, setWord, trouble, sent } = state
  const canSend = email !== ''
  return (
    <div className="grid gap-3">
      {byPassword ? (
        <TextField
          label={t('password')}
          type="password"
          autoComplete="current-password"
          value={word}
          onChange={setWord}
          error={trouble}
        />
      ) : sent ? (
        <TextField
          label={t('prove_code')}
          hint={sent.delivered === 'mail' ? t('prove_mailed', { email }) : t('prove_logged')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_DIGITS + 4}
          value={word}
          onChange={setWord}
          error={trouble}
        />
      ) : (
        <p className="text-base text-ink2">{t('prove_will_send', { email })}</p>
      )}
      {!byPassword && !sent && trouble && (
        <p role="alert" className="text-sm text-signal">
          {trouble}
        </p>
      )}
      {hasPassword && canSend && (
        <Button variant="quiet" className="-ml-3 justify-self-start" onClick={state.switchWay}>
          {byPassword ? t('prove_by_code') : t('prove_by_password')}
        </Button>
      )}
    </div>
  )
}

function useConfirmation(onProven: () => void) {
  const words = useTroubleWords()
  const [way, setWay] = useState<'password' | 'code'>('password')
  const [word, setWord] = useState('')
  const [sent, setSent] = useState<Sent>()
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  const clear = () => {
    setWord('')
    setSent(undefined)
    setTrouble(undefined)
  }
  const run = async (step: () => Promise<void>) => {
    setBusy(true)
    setTrouble(undefined)
    await step().catch((error: unknown) => setTrouble(words(error).text))
    setBusy(false)
  }
  const confirm = (body: { password: string } | { token: string; code: string }) =>
    run(async () => {
      await proof.confirm({ body })
      clear()
      onProven()
    })
  return {
    way,
    word,
    setWord,
    sent,
    trouble,
    busy,
    clear,
    switchWay: () => {
      clear()
      setWay(way === 'password' ? 'code' : 'password')
    },
    givePassword: () => confirm({ password: word }),
    giveCode: () => confirm({ token: sent?.token ?? '', code: word.trim() }),
    send: () =>
      run(async () => {
        const { token, data } = await codes.sendToProve({ body: { lang: document.documentElement.lang } })
        setSent({ token, delivered: data.delivered })
      }),
  }
}

/** Signing in is the proof; afterwards one is where one was. */
async function signInAgain(): Promise<void> {
  const { href } = location
  await sessions.signOut({ body: {} }).catch(() => undefined)
  forgetToken()
  location.assign(basePath + paths.login({ fromUrl: href }))
}
