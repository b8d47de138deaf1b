import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { PolicyDialog, useReturnFromProvider } from '#features/account/web.tsx'
import { StorageRow, useCounts, useTrashDueCount } from '#features/files/web.tsx'
import { useFolders } from '#features/folders/web.tsx'
import { SettingsDialog, useMe, useReloadMe } from '#features/profile/web.tsx'
import { removeRecordingsOf } from '#features/recorder/web.tsx'
import { useServerSettings } from '#features/site/web.tsx'
import { removeUploadsOf } from '#features/upload/web.tsx'
import { paths } from '#shared/paths.ts'
import { QueuedDialog } from '#ui/dialog/QueuedDialog.tsx'
import { onSignedOut as onSessionEnd } from '#browser/session/signOutEvents.ts'
import { switchLocale } from '../../i18n.ts'
import { useShellActions } from '../ShellActions.ts'
import { useAccountPreferences } from './useAccountPreferences.ts'
import type { SettingsUrl } from './useSettingsUrl.ts'

export type AccountDialogsProps = {
  settingsUrl: SettingsUrl
  onSignedOut: () => void
  exportData?: ReactNode
  connections?: ReactNode
}

/** The dialogs of the account: the settings, and the new privacy policy that needs the user's consent. */
export function AccountDialogs({ settingsUrl, onSignedOut, exportData, connections }: AccountDialogsProps) {
  const router = useRouter()
  const me = useMe()
  const refetchMe = useReloadMe()
  const facts = useServerSettings()
  const counts = useCounts()
  const folders = useFolders()
  const trashDue = useTrashDueCount()
  const { showShortcuts } = useShellActions()
  const { open } = settingsUrl
  useAccountPreferences(settingsUrl.isOpen)
  useReturnFromProvider(useCallback(() => open('ways'), [open]))
  return (
    <>
      <QueuedDialog name="settings" open={settingsUrl.isOpen}>
        <SettingsDialog
          open={settingsUrl.isOpen}
          onClose={settingsUrl.close}
          pane={settingsUrl.pane}
          onPaneChange={settingsUrl.setPane}
          serverSettings={facts}
          library={counts.isKnown ? { recordings: counts.all + counts.trash, folders: folders.data?.length ?? 0 } : undefined}
          countExpiredTrash={trashDue}
          onLanguage={(locale) => void switchLocale(locale)}
          onShortcuts={() => {
            settingsUrl.close()
            showShortcuts()
          }}
          onSignedOut={onSignedOut}
          onDeleted={(account) => {
            deleteLocalDataAfterSignOut(account)
            return router.navigate({ href: paths.login(), replace: true })
          }}
          storage={<StorageRow />}
          exportData={exportData}
          connections={connections}
        />
      </QueuedDialog>
      <QueuedDialog name="policy" open={me?.has_new_privacy ?? false}>
        <PolicyDialog
          open={me?.has_new_privacy ?? false}
          onClose={() => {}}
          onAgreed={() => void refetchMe()}
          onSignedOut={onSignedOut}
        />
      </QueuedDialog>
    </>
  )
}

/**
 * Deletes the account's recordings and uploads from this browser after sign-out, when everything that uses them here has
 * stopped. Data that another tab is still writing stays, under the id of an account that no longer exists.
 */
function deleteLocalDataAfterSignOut(account: string): void {
  const unsubscribe = onSessionEnd(() => {
    unsubscribe()
    void Promise.allSettled([removeUploadsOf(account), removeRecordingsOf(account)])
  })
}
