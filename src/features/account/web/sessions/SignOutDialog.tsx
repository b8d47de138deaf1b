import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { signOutLocally } from './signOut.ts'

export type SignOutDialogProps = {
  open: boolean
  onClose: () => void
  /** Called when all session data has been removed from this browser. The caller decides where to navigate. */
  onSignedOut: () => void
}

/** Asks for confirmation, then ends the session and removes the token, the saved login and the cache (A§4 Logout). */
export function SignOutDialog({ open, onClose, onSignedOut }: SignOutDialogProps) {
  const t = useTranslations('account')
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    await signOutLocally(queries, onSignedOut)
    setBusy(false)
  }
  return (
    <ConfirmDialog
      open={open}
      title={t('sign_out_title')}
      confirmLabel={t('sign_out')}
      busy={busy}
      onConfirm={() => void signOut()}
      onClose={onClose}
    >
      {t('sign_out_text')}
    </ConfirmDialog>
  )
}
