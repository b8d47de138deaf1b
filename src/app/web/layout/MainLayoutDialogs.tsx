import { useCallback } from 'react'
import { SignOutDialog } from '#features/account/web.tsx'
import { ExportMyData } from '#features/personal-data/web.tsx'
import { useTranscribe } from '#features/generate/web.tsx'
import { Connections } from '#features/integrations/web.tsx'
import { UploadDialog, UploadLifecycle, useMembershipRefusal } from '#features/upload/web.tsx'
import { paths } from '#shared/paths.ts'
import { QueuedDialog } from '#ui/dialog/QueuedDialog.tsx'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { RecoverableRecordings } from './recorder/RecoverableRecordings.tsx'
import { LazyAutomaticDialogs } from './lazyParts.tsx'
import { setBlockedAction } from './dialogs/device/blockedAction.ts'
import { AccountDialogs } from './settings/AccountDialogs.tsx'
import type { SettingsUrl } from './settings/useSettingsUrl.ts'

export type MainLayoutDialogsProps = {
  /** The folder that files are uploaded to. */
  folderId: string | null
  isUploadOpen: boolean
  onUploadClose: () => void
  isSignOutOpen: boolean
  onSignOutClose: () => void
  settingsUrl: SettingsUrl
  onSignedOut: () => void
}

/** Called when the server refuses an upload for lack of a membership (B§6). Opens the same dialog as the check in the page. */
const showUploadBlocked = () => setBlockedAction('upload')

/** The dialogs of the features that can open on every page, and the uploads that run in the background. */
export function MainLayoutDialogs(props: MainLayoutDialogsProps) {
  const { folderId, isUploadOpen, isSignOutOpen, settingsUrl, onSignedOut } = props
  const openPage = useOpenPage()
  const transcribe = useTranscribe()
  const transcribeUploaded = useCallback((file: { id: string }) => transcribe(file.id), [transcribe])
  useMembershipRefusal(showUploadBlocked)
  return (
    <>
      <UploadLifecycle onUploaded={transcribeUploaded} />
      <QueuedDialog name="upload" open={isUploadOpen}>
        <UploadDialog
          open={isUploadOpen}
          onClose={props.onUploadClose}
          folderId={folderId}
          onOpenFile={(fileId) => openPage(paths.file(fileId))}
          below={<RecoverableRecordings />}
        />
      </QueuedDialog>
      <AccountDialogs
        exportData={<ExportMyData />}
        settingsUrl={settingsUrl}
        onSignedOut={onSignedOut}
        connections={<Connections />}
      />
      <QueuedDialog name="sign_out" open={isSignOutOpen}>
        <SignOutDialog open={isSignOutOpen} onClose={props.onSignOutClose} onSignedOut={onSignedOut} />
      </QueuedDialog>
      <LazyAutomaticDialogs errorFallback={null} />
    </>
  )
}
