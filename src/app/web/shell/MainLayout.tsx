import { Outlet } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { isRelayAddress } from '#features/account/rules.ts'
import { SignOutDialog } from '#features/account/web.tsx'
import { ExportMyData } from '#features/export/web.tsx'
import { applyLiveEvent as applyToFiles, useCounts } from '#features/files/web.tsx'
import { FolderSection, applyLiveEvent as applyToFolders } from '#features/folders/web.tsx'
import { applyLiveEvent as applyToTasks, noteLiveChannel, useTranscribe, useWelcomeFile } from '#features/generate/web.tsx'
import { Connections } from '#features/integrations/web.tsx'
import { applyLiveEvent as applyToMe, useMe } from '#features/me/web.tsx'
import { useServerFacts } from '#features/site/web.tsx'
import { useTelemetry } from '#features/telemetry/web.tsx'
import { UploadDialog, UploadKeeper, startUpload } from '#features/upload/web.tsx'
import { paths } from '#kit/paths.ts'
import { basePath } from '#ui/basePath.ts'
import { useOpenPage } from '#ui/PageLink.tsx'
import { tellSignedOut } from '#ui/signedOut.ts'
import { useRedDots } from '#ui/useRedDots.ts'
import { SettingsPlace } from './SettingsPlace.tsx'
import { Shell } from './Shell.tsx'
import { useLiveChannel } from './useLiveChannel.ts'
import { usePlace } from './usePlace.ts'
import { useSettingsAddress } from './useSettingsAddress.ts'
import { useSignedOutElsewhere } from './useSignedOutElsewhere.ts'

const LIVE = [applyToFiles, applyToFolders, applyToTasks, applyToMe]

/** The shell with the features in it: what stands around every page that wants a signed-in user. */
export function MainLayout() {
  const openPage = useOpenPage()
  const me = useMe()
  const server = useServerFacts()
  useTelemetry({ isOn: server?.telemetry, userId: me?.id })
  const { isAny: hasNews } = useRedDots(me?.id)
  const counts = useCounts()
  const folderId = usePlace().list?.tagId ?? null
  const [uploads, setUploads] = useState(false)
  const [leaves, setLeaves] = useState(false)
  const settings = useSettingsAddress()
  useLiveChannel({ features: LIVE, onLive: noteLiveChannel })
  useSignedOutElsewhere({ leave: leaveElsewhere, startOver })
  useWelcomeFile()
  const transcribe = useTranscribe()
  const transcribeUploaded = useCallback((file: { id: string }) => transcribe(file.id), [transcribe])
  const upload = useCallback(
    (files: readonly File[]) => {
      setUploads(true)
      if (files.length > 0) void startUpload(files, folderId)
    },
    [folderId],
  )
  return (
    <Shell
      counts={counts}
      folders={<FolderSection activeId={folderId ?? undefined} />}
      isScripted={server?.scripted_speech}
      user={me && { name: me.nickname, email: isRelayAddress(me.email) ? '' : me.email, avatar: me.avatar, hasNews }}
      onUpload={upload}
      onSettings={() => settings.open()}
      onSignOut={() => setLeaves(true)}
    >
      <Outlet />
      <UploadKeeper onUploaded={transcribeUploaded} />
      <UploadDialog
        open={uploads}
        onClose={() => setUploads(false)}
        folderId={folderId}
        onOpenFile={(fileId) => openPage(paths.file(fileId))}
      />
      <SettingsPlace exportData={<ExportMyData />} address={settings} onSignedOut={goToSignIn} connections={<Connections />} />
      <SignOutDialog open={leaves} onClose={() => setLeaves(false)} onSignedOut={goToSignIn} />
    </Shell>
  )
}

/** A full load, so that nothing of the ended session stays in memory. */
function goToSignIn(): void {
  location.assign(basePath + paths.login())
}

function leaveElsewhere(): void {
  tellSignedOut()
  goToSignIn()
}

/** Somebody else signed in in this browser: what is shown and asked from here on is theirs. */
function startOver(): void {
  tellSignedOut()
  location.reload()
}
