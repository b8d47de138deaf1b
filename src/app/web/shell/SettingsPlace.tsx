import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { PolicyDialog, useReturnFromProvider } from '#features/account/web.tsx'
import { StorageRow, useCounts, useTrashDue } from '#features/files/web.tsx'
import { useFolders } from '#features/folders/web.tsx'
import { SettingsDialog, useMe, useRereadMe } from '#features/me/web.tsx'
import { forgetRecordingsOf } from '#features/recorder/web.tsx'
import { useServerFacts } from '#features/site/web.tsx'
import { forgetUploadsOf } from '#features/upload/web.tsx'
import { paths } from '#kit/paths.ts'
import { DialogTurn } from '#ui/DialogTurn.tsx'
import { onSignedOut as onSessionEnd } from '#ui/signedOut.ts'
import { switchLocale } from '../i18n.ts'
import { useShellActions } from './ShellActions.ts'
import { useAccountLook } from './useAccountLook.ts'
import type { SettingsAddress } from './useSettingsAddress.ts'

export type SettingsPlaceProps = {
  address: SettingsAddress
  onSignedOut: () => void
  exportData?: ReactNode
  connections?: ReactNode
}

/** The dialogs of the account: the settings, and the new privacy policy that needs the user's consent. */
export function SettingsPlace({ address, onSignedOut, exportData, connections }: SettingsPlaceProps) {
  const router = useRouter()
  const me = useMe()
  const rereadMe = useRereadMe()
  const facts = useServerFacts()
  const counts = useCounts()
  const folders = useFolders()
  const trashDue = useTrashDue()
  const { showShortcuts } = useShellActions()
  const { open } = address
  useAccountLook(address.isOpen)
  useReturnFromProvider(useCallback(() => open('ways'), [open]))
  return (
    <>
      <DialogTurn name="settings" wants={address.isOpen}>
        <SettingsDialog
          open={address.isOpen}
          onClose={address.close}
          pane={address.pane}
          onPane={address.setPane}
          facts={facts}
          library={counts.isKnown ? { recordings: counts.all + counts.trash, folders: folders.data?.length ?? 0 } : undefined}
          trashDue={trashDue}
          onLanguage={(locale) => void switchLocale(locale)}
          onShortcuts={() => {
            address.close()
            showShortcuts()
          }}
          onSignedOut={onSignedOut}
          onDeleted={(account) => {
            forgetWhenSignedOut(account)
            return router.navigate({ href: paths.login(), replace: true })
          }}
          storage={<StorageRow />}
          exportData={exportData}
          connections={connections}
        />
      </DialogTurn>
      <DialogTurn name="policy" wants={me?.has_new_privacy ?? false}>
        <PolicyDialog
          open={me?.has_new_privacy ?? false}
          onClose={() => {}}
          onAgreed={() => void rereadMe()}
          onSignedOut={onSignedOut}
        />
      </DialogTurn>
    </>
  )
}

/**
 * Deletes the account's recordings and uploads from this browser after sign-out, when everything that uses them here has
 * stopped. Data that another tab is still writing stays, under the id of an account that no longer exists.
 */
function forgetWhenSignedOut(account: string): void {
  const deaf = onSessionEnd(() => {
    deaf()
    void Promise.allSettled([forgetUploadsOf(account), forgetRecordingsOf(account)])
  })
}
