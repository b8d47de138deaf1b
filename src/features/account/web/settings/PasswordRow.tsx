import { useState } from 'react'
import { wasRefused } from '#kit/client.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SettingRow } from '#ui/SettingRow.tsx'
import { whileRenewing } from '#ui/send.ts'
import { TextField } from '#ui/TextField.tsx'
import { useToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { PASSWORD_MIN } from '../../rules.ts'
import { keepSession } from '../authState.ts'
import { proof, sessions, sso } from './calls.ts'
import { useReread } from './queries.ts'
import type { Proof } from './useProof.tsx'
import { useTroubleWords } from './useTroubleWords.ts'

type PasswordRowProps = { hasPassword: boolean; withProof: Proof['withProof'] }

/** Sets a password or changes it. */
export function PasswordRow({ hasPassword, withProof }: PasswordRowProps) {
  const t = useWords('account')
  const [open, setOpen] = useState(false)
  return (
    <SettingRow title={t('password')} hint={hasPassword ? t('password_is_set') : t('password_none')}>
      <Button onClick={() => setOpen(true)}>{hasPassword ? t('password_change') : t('password_set')}</Button>
      <PasswordDialog open={open} onClose={() => setOpen(false)} hasPassword={hasPassword} withProof={withProof} />
    </SettingRow>
  )
}

function PasswordDialog({ open, onClose, hasPassword, withProof }: PasswordRowProps & { open: boolean; onClose: () => void }) {
  const t = useWords('account')
  const form = usePasswordForm({ hasPassword, withProof, onClose })
  return (
    <Dialog
      open={open}
      onClose={form.close}
      title={hasPassword ? t('password_change') : t('password_set')}
      description={t('password_ends_others')}
      onSubmit={() => void form.save()}
      footer={
        <>
          <Button variant="quiet" onClick={form.close}>
            {t('prove_no')}
          </Button>
          <Button type="submit" variant="main" busy={form.busy}>
            {t('password_save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {hasPassword && (
          <TextField
            label={t('password_current')}
            type="password"
            autoComplete="current-password"
            value={form.current}
            onChange={form.setCurrent}
            error={form.trouble?.at === 'current' && form.trouble.text}
          />
        )}
        <TextField
          label={t('password_new')}
          type="password"
          autoComplete="new-password"
          hint={t('password_hint', { min: PASSWORD_MIN })}
          value={form.next}
          onChange={form.setNext}
          error={form.trouble?.at === 'next' && form.trouble.text}
        />
      </div>
    </Dialog>
  )
}

function usePasswordForm({ hasPassword, withProof, onClose }: PasswordRowProps & { onClose: () => void }) {
  const t = useWords('account')
  const toast = useToast()
  const words = useTroubleWords()
  const reread = useReread()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<{ at: 'current' | 'next'; text: string }>()
  const close = () => {
    setCurrent('')
    setNext('')
    setTrouble(undefined)
    onClose()
  }
  const save = async () => {
    if (next.length < PASSWORD_MIN) return setTrouble({ at: 'next', text: t('trouble_short', { min: PASSWORD_MIN }) })
    setBusy(true)
    setTrouble(undefined)
    try {
      const body = { password: next, ...(hasPassword && { current_password: current }) }
      const answer = await withProof(() => whileRenewing(() => setPassword(body)))
      if (answer) {
        toast.show(t('password_saved'))
        close()
        await Promise.all([reread(sso.list), reread(sessions.list)])
      }
    } catch (error) {
      setTrouble({ at: wasRefused(error, proof.setPassword, 'wrong') ? 'current' : 'next', text: words(error).text })
    } finally {
      setBusy(false)
    }
  }
  return { current, setCurrent, next, setNext, busy, trouble, close, save }
}

/** Every session ends with it; this browser goes on with a new one. */
async function setPassword(body: { password: string; current_password?: string }) {
  const answer = await proof.setPassword({ body }, { renews: true })
  keepSession(answer.data)
  return answer
}
