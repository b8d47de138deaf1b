import { useState } from 'react'
import { isRefused } from '#shared/client.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { withTokenRenewal } from '#browser/http/send.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PASSWORD_MIN } from '../../rules.ts'
import { storeSession } from '../sessions/authState.ts'
import { reauthentication, sessions, sso, useInvalidate } from '../queries.ts'
import type { WithReauthentication } from './useReauthentication.tsx'

type PasswordRowProps = { hasPassword: boolean; withReauthentication: WithReauthentication }

/** The setting that sets or changes the password. */
export function PasswordRow({ hasPassword, withReauthentication }: PasswordRowProps) {
  const t = useTranslations('account')
  const [open, setOpen] = useState(false)
  return (
    <SettingRow title={t('password')} hint={hasPassword ? t('password_is_set') : t('password_none')}>
      <Button onClick={() => setOpen(true)}>{hasPassword ? t('password_change') : t('password_set')}</Button>
      <PasswordDialog
        open={open}
        onClose={() => setOpen(false)}
        hasPassword={hasPassword}
        withReauthentication={withReauthentication}
      />
    </SettingRow>
  )
}

function PasswordDialog({
  open,
  onClose,
  hasPassword,
  withReauthentication,
}: PasswordRowProps & { open: boolean; onClose: () => void }) {
  const t = useTranslations('account')
  const form = usePasswordForm({ hasPassword, withReauthentication, onClose })
  return (
    <Dialog
      open={open}
      onClose={form.close}
      title={hasPassword ? t('password_change') : t('password_set')}
      description={t('password_ends_others')}
      onSubmit={form.save}
      footer={
        <>
          <Button variant="quiet" onClick={form.close}>
            {t('reauthenticate_cancel')}
          </Button>
          <Button type="submit" variant="main" busy={form.isBusy}>
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

function usePasswordForm({ hasPassword, withReauthentication, onClose }: PasswordRowProps & { onClose: () => void }) {
  const t = useTranslations('account')
  const invalidate = useInvalidate()
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [isShort, setIsShort] = useState(false)
  const { run, isBusy, error, explanation, reset } = useAction(
    (body: PasswordBody) => withReauthentication(() => withTokenRenewal(() => setPassword(body))),
    {
      show: 'inline',
      calls: [reauthentication.setPassword],
      refusals: {
        wrong: t('error_wrong'),
        weak: t('error_password_common'),
        notFresh: undefined,
        // One that is too short is not sent.
        422: t('error_password_long'),
      },
      success: (reply) => reply && t('password_saved'),
      onSuccess: async (reply) => {
        if (!reply) return
        close()
        await Promise.all([invalidate(sso.list), invalidate(sessions.list)])
      },
    },
  )
  const close = () => {
    setCurrentPassword('')
    setNewPassword('')
    setIsShort(false)
    reset()
    onClose()
  }
  const save = () => {
    setIsShort(newPassword.length < PASSWORD_MIN)
    if (newPassword.length < PASSWORD_MIN) return
    void run({ password: newPassword, ...(hasPassword && { current_password: currentPassword }) })
  }
  const failedField = isRefused(error, reauthentication.setPassword, 'wrong') ? ('current' as const) : ('next' as const)
  const formError = isShort
    ? { field: 'next' as const, text: t('error_password_short', { min: PASSWORD_MIN }) }
    : explanation && { field: failedField, text: explanation.text }
  return { currentPassword, setCurrentPassword, newPassword, setNewPassword, isBusy, formError, close, save }
}

type PasswordBody = { password: string; current_password?: string }

/** Sets the password, which ends every session, and stores the new session of this browser. */
async function setPassword(body: PasswordBody) {
  const reply = await reauthentication.setPassword({ body }, { refreshesToken: true })
  storeSession(reply.data)
  return reply
}
