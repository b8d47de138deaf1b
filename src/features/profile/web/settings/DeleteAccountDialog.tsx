import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clearSession, useReauthentication } from '#features/account/web.tsx'
import { isHiddenAddress } from '#features/account/rules.ts'
import { currentAccountId, clearToken } from '#browser/session/token.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { seconds } from '#shared/units.ts'
import { withTokenRenewal } from '#browser/http/send.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { profileClient } from '../profileClient.ts'
import { useMe } from '../useMe.ts'

export type DeleteAccountDialogProps = {
  open: boolean
  onClose: () => void
  /** What deleting the account would delete, if it is known. */
  library: { recordings: number; folders: number } | undefined
  /** Called when the account with this id is deleted, before the session in this browser is cleared. */
  onDeleted: (account: string) => Promise<void>
}

/**
 * Lists what is deleted, requires the user to type the e-mail address, asks for reauthentication if the session is not fresh, and
 * deletes the account.
 */
export function DeleteAccountDialog({ open, onClose, library, onDeleted }: DeleteAccountDialogProps) {
  const t = useTranslations('profile')
  const user = useMe()
  const [typed, setTyped] = useState('')
  const { remove, reauthenticationDialog } = useDeleteAccount(onDeleted)
  const requiredText = user && (user.email && !isHiddenAddress(user.email) ? user.email : user.nickname)
  const matches = requiredText !== undefined && typed.trim().toLowerCase() === requiredText.trim().toLowerCase()
  const close = () => {
    if (remove.isBusy) return
    setTyped('')
    onClose()
  }
  return (
    <>
      <Dialog
        alert
        open={open}
        onClose={close}
        title={t('delete_title')}
        onSubmit={() => matches && void remove.run()}
        footer={
          <>
            <Button variant="quiet" onClick={close}>
              {t('delete_cancel')}
            </Button>
            <Button type="submit" variant="danger" busy={remove.isBusy} disabledReason={!matches && t('delete_word_missing')}>
              {remove.isBusy ? t('deleting') : t('delete_confirm')}
            </Button>
          </>
        }
      >
        <DeletedItems library={library} />
        <TextField
          label={t('delete_type_word', { word: requiredText ?? '' })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Dialog>
      {reauthenticationDialog}
    </>
  )
}

function DeletedItems({ library }: Pick<DeleteAccountDialogProps, 'library'>) {
  const t = useTranslations('profile')
  const { number } = useFormat()
  const count = (n: number) => ({ count: n, n: number(n) })
  return (
    <div className="grid gap-2 pb-4 text-base text-ink2">
      <p>{t('delete_text')}</p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{library ? t('delete_recordings', count(library.recordings)) : t('delete_all_recordings')}</li>
        {library?.folders !== 0 && <li>{library ? t('delete_folders', count(library.folders)) : t('delete_all_folders')}</li>}
        <li>{t('delete_sessions')}</li>
        <li>{t('delete_personal_details')}</li>
      </ul>
      <p className="font-[560] text-ink">{t('delete_is_permanent')}</p>
    </div>
  )
}

function useDeleteAccount(onDeleted: DeleteAccountDialogProps['onDeleted']) {
  const t = useTranslations('profile')
  const queries = useQueryClient()
  const { withReauthentication, reauthenticationDialog } = useReauthentication()
  const removeAccount = async () => {
    // Pending queries would fail with 401 and navigate to the sign-in page before the success message.
    await queries.cancelQueries()
    const removed = await profileClient.remove({}, { refreshesToken: true })
    clearToken()
    return removed
  }
  const remove = useAction(
    async () => {
      const account = currentAccountId() ?? ''
      const removed = await withReauthentication(() => withTokenRenewal(removeAccount))
      if (!removed) return false
      // Leave the signed-in pages first, because they would load data again after the cache is cleared.
      await onDeleted(account)
      clearSession(queries)
      return true
    },
    {
      failure: t('delete_failed'),
      success: (isRemoved) => (isRemoved ? { text: t('deleted'), ms: seconds(8) } : undefined),
    },
  )
  return { remove, reauthenticationDialog }
}
