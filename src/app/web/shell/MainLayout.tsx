import { Outlet } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isHiddenAddress } from '#features/account/rules.ts'
import { applyLiveEvent as applyToFiles, useCounts, useFileActions } from '#features/files/web.tsx'
import { FolderSection, applyLiveEvent as applyToFolders, useFolder, useMoveFiles } from '#features/folders/web.tsx'
import { applyLiveEvent as applyToTasks, noteLiveChannel, useWelcomeFile } from '#features/generate/web.tsx'
import { applyLiveEvent as applyToMe, useMe } from '#features/me/web.tsx'
import { hasMembership, memberAddress } from '#features/membership/rules.ts'
import { askToRecord } from '#features/recorder/web.tsx'
import { useServerFacts } from '#features/site/web.tsx'
import { useTelemetry } from '#features/telemetry/web.tsx'
import { paths } from '#kit/paths.ts'
import { basePath } from '#ui/basePath.ts'
import { useConsent } from '#ui/consent.ts'
import { leaveFor } from '#ui/send.ts'
import { tellSignedOut } from '#ui/signedOut.ts'
import { useRedDots } from '#ui/useRedDots.ts'
import { useDeviceGate } from './dialogs/useDeviceGate.ts'
import type { ShelfDrops } from './LibraryNav.tsx'
import { MainLayoutDialogs } from './MainLayoutDialogs.tsx'
import { ExplorePart, SyncPart, UpsellPart, UsagePart } from './MainLayoutParts.tsx'
import { RenderTimer } from './RenderTimer.tsx'
import { Shell } from './Shell.tsx'
import { useKeptRecordings } from '../recorder/useKeptRecordings.ts'
import { useLiveChannel } from './useLiveChannel.ts'
import { usePlace } from './usePlace.ts'
import { useSettingsAddress } from './useSettingsAddress.ts'
import { useSignedOutElsewhere } from './useSignedOutElsewhere.ts'
import { useUploadDoor } from './useUploadDoor.ts'

const LIVE = [applyToFiles, applyToFolders, applyToTasks, applyToMe]

/** Connects the features to the `Shell`, the layout of every page that requires a signed-in user. */
export function MainLayout() {
  const me = useMe()
  const server = useServerFacts()
  const mayCount = useConsent()
  useTelemetry({ isOn: server && server.telemetry && mayCount, userId: me?.id })
  const { isAny: hasNews, flags } = useRedDots(me?.id)
  const counts = useCounts()
  const drops = useShelfDrops()
  const { list, isExplore } = usePlace()
  const folderId = list?.tagId ?? null
  const { guard, guardUpload, guardRecording } = useDeviceGate()
  const upload = useUploadDoor(folderId, guardUpload)
  const [leaves, setLeaves] = useState(false)
  const settings = useSettingsAddress()
  useLiveChannel({ features: LIVE, onLive: noteLiveChannel })
  useSignedOutElsewhere({ leave: leaveElsewhere, startOver })
  useWelcomeFile()
  const record = () => guardRecording(() => askToRecord(folderId))
  useKeptRecordings()
  return (
    <Shell
      counts={counts}
      // The folders stand below the sources, whose number is known only after the counts have loaded.
      folders={counts.isAwaited ? null : <FolderSection activeId={isExplore ? undefined : list?.tagId} />}
      drops={drops}
      hasNews={flags.automation}
      isScripted={server?.scripted_speech}
      user={me && { name: me.nickname, email: isHiddenAddress(me.email) ? '' : me.email, avatar: me.avatar, hasNews }}
      isMember={me && hasMembership(me.membership_type)}
      membershipTo={memberAddress(me, 'sidebar_menu')}
      help={server?.help ?? null}
      guard={guard}
      onUpload={upload.open}
      folderName={useFolder(folderId ?? undefined)?.name}
      onRecord={record}
      onSettings={settings.open}
      onSignOut={() => setLeaves(true)}
      usage={(narrow) => <UsagePart narrow={narrow} />}
      sync={<SyncPart failed={null} />}
      explore={<ExplorePart />}
      upsell={<UpsellPart />}
      dialogs={
        <MainLayoutDialogs
          folderId={folderId}
          uploads={upload.isOpen}
          onUploadsClose={upload.close}
          leaves={leaves}
          onLeavesClose={() => setLeaves(false)}
          settings={settings}
          onSignedOut={goToSignIn}
        />
      }
    >
      <RenderTimer>
        <Outlet />
      </RenderTimer>
    </Shell>
  )
}

/** Returns the handlers for recordings dropped on "Unorganized" and "Trash" in the sidebar. The object never changes. */
function useShelfDrops(): ShelfDrops {
  const acts = { moveFiles: useMoveFiles(), trash: useFileActions().trash }
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  return useMemo(
    () => ({
      unorganized: (fileIds) => void latest.current.moveFiles(fileIds, null),
      trash: (fileIds) => void latest.current.trash(fileIds),
    }),
    [],
  )
}

/** Reloads the whole page, so that no data of the ended session stays in memory. */
function goToSignIn(): void {
  leaveFor(basePath + paths.login())
}

function leaveElsewhere(): void {
  tellSignedOut()
  goToSignIn()
}

/** Another user signed in in this browser. Reloads the page for that user. */
function startOver(): void {
  tellSignedOut()
  location.reload()
}
