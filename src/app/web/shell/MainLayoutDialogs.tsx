import { useCallback } from 'react'
import { SignOutDialog } from '#features/account/web.tsx'
import { ExportMyData } from '#features/export/web.tsx'
import { useTranscribe } from '#features/generate/web.tsx'
import { Connections } from '#features/integrations/web.tsx'
import { UploadDialog, UploadKeeper, useNoMember } from '#features/upload/web.tsx'
import { paths } from '#kit/paths.ts'
import { DialogTurn } from '#ui/DialogTurn.tsx'
import { useOpenPage } from '#ui/PageLink.tsx'
import { KeptRecordings } from '../recorder/KeptRecordings.tsx'
import { ShellDialogsPart } from './MainLayoutParts.tsx'
import { askForDevice } from './dialogs/deviceGate.ts'
import { SettingsPlace } from './SettingsPlace.tsx'
import type { SettingsAddress } from './useSettingsAddress.ts'

export type MainLayoutDialogsProps = {
  /** The folder that files are uploaded to. */
  folderId: string | null
  uploads: boolean
  onUploadsClose: () => void
  leaves: boolean
  onLeavesClose: () => void
  settings: SettingsAddress
  onSignedOut: () => void
}

/** Called when the server refuses an upload for lack of a membership (B§6). Opens the same dialog as the check in the page. */
const refuse = () => askForDevice('upload')

/** The dialogs of the features that can open on every page, and the uploads that run in the background. */
export function MainLayoutDialogs(props: MainLayoutDialogsProps) {
  const { folderId, uploads, leaves, settings, onSignedOut } = props
  const openPage = useOpenPage()
  const transcribe = useTranscribe()
  const transcribeUploaded = useCallback((file: { id: string }) => transcribe(file.id), [transcribe])
  useNoMember(refuse)
  return (
    <>
      <UploadKeeper onUploaded={transcribeUploaded} />
      <DialogTurn name="upload" wants={uploads}>
        <UploadDialog
          open={uploads}
          onClose={props.onUploadsClose}
          folderId={folderId}
          onOpenFile={(fileId) => openPage(paths.file(fileId))}
          below={<KeptRecordings />}
        />
      </DialogTurn>
      <SettingsPlace exportData={<ExportMyData />} address={settings} onSignedOut={onSignedOut} connections={<Connections />} />
      <DialogTurn name="sign_out" wants={leaves}>
        <SignOutDialog open={leaves} onClose={props.onLeavesClose} onSignedOut={onSignedOut} />
      </DialogTurn>
      <ShellDialogsPart failed={null} />
    </>
  )
}
