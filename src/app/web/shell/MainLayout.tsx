import { Outlet } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { SignOutDialog, useMe } from '#features/account/web.tsx'
import { applyLiveEvent as applyToFiles, useCounts } from '#features/files/web.tsx'
import { FolderSection, applyLiveEvent as applyToFolders } from '#features/folders/web.tsx'
import { applyLiveEvent as applyToTasks, noteLiveChannel, useTranscribe } from '#features/generate/web.tsx'
import { UploadDialog, UploadKeeper, startUpload } from '#features/upload/web.tsx'
import { paths } from '#kit/paths.ts'
import { basePath } from '#ui/basePath.ts'
import { useOpenPage } from '#ui/PageLink.tsx'
import { Shell } from './Shell.tsx'
import { useLiveChannel } from './useLiveChannel.ts'
import { usePlace } from './usePlace.ts'
import { useSignedOutElsewhere } from './useSignedOutElsewhere.ts'

const LIVE = [applyToFiles, applyToFolders, applyToTasks]

/** The shell with the features in it: what stands around every page that wants a signed-in user. */
export function MainLayout() {
  const openPage = useOpenPage()
  const me = useMe()
  const counts = useCounts()
  const folderId = usePlace().list?.tagId ?? null
  const [uploads, setUploads] = useState(false)
  const [leaves, setLeaves] = useState(false)
  useLiveChannel({ features: LIVE, onLive: noteLiveChannel })
  useSignedOutElsewhere(goToSignIn)
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
      isScripted={me?.scripted_speech}
      user={me && { name: me.nickname, email: me.email }}
      onUpload={upload}
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
      <SignOutDialog open={leaves} onClose={() => setLeaves(false)} onSignedOut={goToSignIn} />
    </Shell>
  )
}

/** A full load, so that nothing of the ended session stays in memory. */
function goToSignIn(): void {
  location.assign(basePath + paths.login())
}
