import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCounts } from '#features/files/web.tsx'
import { useFolders } from '#features/folders/web.tsx'
import { DeleteAccountDialog } from '#features/profile/web.tsx'
import { removeRecordingsOf } from '#features/recorder/web.tsx'
import { removeUploadsOf } from '#features/upload/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import { Button } from '#ui/button/Button.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'

/** The row that deletes the account and its data in this browser. */
export function DeleteAccountRow() {
  const t = useTranslations('personal-data')
  const router = useRouter()
  const counts = useCounts()
  const folders = useFolders()
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingRow title={t('delete')} hint={t('delete_hint')}>
      <Button onClick={() => setOpen(true)}>{t('delete_open')}</Button>
      <DeleteAccountDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        library={counts.isKnown ? { recordings: counts.all + counts.trash, folders: folders.data?.length ?? 0 } : undefined}
        onDeleted={(account) => {
          deleteLocalDataAfterSignOut(account)
          return router.navigate({ to: '/login', replace: true })
        }}
      />
    </SettingRow>
  )
}

/**
 * Deletes the account's recordings and uploads from this browser after sign-out, when everything that uses them here has
 * stopped. Data that another tab is still writing stays, under the id of an account that no longer exists.
 */
function deleteLocalDataAfterSignOut(account: string): void {
  const unsubscribe = onSignedOut(() => {
    unsubscribe()
    void Promise.allSettled([removeUploadsOf(account), removeRecordingsOf(account)])
  })
}
