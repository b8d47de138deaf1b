import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { PolicyDialog, useReturnFromProvider } from '#features/account/web.tsx'
import { StorageRow, useCounts, useTrashDue } from '#features/files/web.tsx'
import { useFolders } from '#features/folders/web.tsx'
import { SettingsDialog, useMe, useRereadMe } from '#features/me/web.tsx'
import { useServerFacts } from '#features/site/web.tsx'
import { paths } from '#kit/paths.ts'
import { DialogTurn } from '#ui/DialogTurn.tsx'
import { switchLocale } from '../i18n.ts'
import { forgetWhenSignedOut } from './forgetWhenSignedOut.ts'
import { useShellActions } from './ShellActions.ts'
import { useAccountLook } from './useAccountLook.ts'
import type { SettingsAddress } from './useSettingsAddress.ts'

export type SettingsPlaceProps = {
  address: SettingsAddress
  onSignedOut: () => void
  exportData?: ReactNode
  connections?: ReactNode
}

/** Where the shell puts what belongs to the account: its settings, and the policy that waits for an answer. */
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
