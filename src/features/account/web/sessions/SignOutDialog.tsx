import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '#ui/action/useAction.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { hasDrafts } from '#browser/storage/drafts.ts'
import { openSignInPage, signOutLocally } from './signOut.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    signOut: object
  }
}

export type SignOutDialogProps = {
  open: boolean
  onClose: () => void
  /** Called when all session data has been removed from this browser. By default it opens the sign-in page. */
  onSignedOut?: () => void
}

/** Asks for confirmation, then ends the session and removes the token, the saved login and the cache (A§4 Logout). */
export function SignOutDialog({ open, onClose, onSignedOut = openSignInPage }: SignOutDialogProps) {
  const t = useTranslations('account')
  const queries = useQueryClient()
  const signOut = useAction(() => signOutLocally(queries, onSignedOut), {})
  return (
    <ConfirmDialog
      open={open}
      title={t('sign_out_title')}
      confirmLabel={t('sign_out')}
      busy={signOut.isBusy}
      onConfirm={() => void signOut.run()}
      onClose={onClose}
    >
      {t('sign_out_text')}
      {open && hasDrafts(currentAccountId() ?? '') && <span className="mt-2 block">{t('sign_out_drafts')}</span>}
    </ConfirmDialog>
  )
}
