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

/** The setting that sets or changes the password. */
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
            value={form.currentPassword}
            onChange={form.setCurrentPassword}
            error={form.formError?.field === 'current' && form.formError.text}
          />
        )}
        <TextField
          label={t('password_new')}
          type="password"
          autoComplete="new-password"
          hint={t('password_hint', { min: PASSWORD_MIN })}
          value={form.newPassword}
          onChange={form.setNewPassword}
          error={form.formError?.field === 'next' && form.formError.text}
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
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [formError, setFormError] = useState<{ field: 'current' | 'next'; text: string }>()
  const close = () => {
    setCurrentPassword('')
    setNewPassword('')
    setFormError(undefined)
    onClose()
  }
  const save = async () => {
    if (newPassword.length < PASSWORD_MIN) return setFormError({ field: 'next', text: t('trouble_short', { min: PASSWORD_MIN }) })
    setBusy(true)
    setFormError(undefined)
    try {
      const body = { password: newPassword, ...(hasPassword && { current_password: currentPassword }) }
      const answer = await withProof(() => whileRenewing(() => setPassword(body)))
      if (answer) {
        toast.show(t('password_saved'))
        close()
        await Promise.all([reread(sso.list), reread(sessions.list)])
      }
    } catch (error) {
      setFormError({ field: wasRefused(error, proof.setPassword, 'wrong') ? 'current' : 'next', text: words(error).text })
    } finally {
      setBusy(false)
    }
  }
  return { currentPassword, setCurrentPassword, newPassword, setNewPassword, busy, formError, close, save }
}

/** Sets the password, which ends every session, and stores the new session of this browser. */
async function setPassword(body: { password: string; current_password?: string }) {
  const answer = await proof.setPassword({ body }, { renews: true })
  keepSession(answer.data)
  return answer
}
