import { Outlet } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isHiddenAddress } from '#features/account/rules.ts'
import { applyLiveEvent as applyToFiles, useCounts, useFileActions } from '#features/files/web.tsx'
import { FolderSection, applyLiveEvent as applyToFolders, useFolder, useMoveFiles } from '#features/folders/web.tsx'
import { applyLiveEvent as applyToTasks, setLiveChannelOpen, useWelcomeFile } from '#features/generate/web.tsx'
import { applyLiveEvent as applyToMe, useMe } from '#features/profile/web.tsx'
import { hasMembership, membershipPath } from '#features/membership/rules.ts'
import { openRecorder } from '#features/recorder/web.tsx'
import { useServerSettings } from '#features/site/web.tsx'
import { useTelemetry } from '#features/telemetry/web.tsx'
import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { useConsent } from '#browser/monitoring/consent.ts'
import { navigateAway } from '#browser/http/send.ts'
import { notifySignedOut } from '#browser/session/signOutEvents.ts'
import { useRedDots } from '#browser/storage/redDots.ts'
import { useAccessGuard } from './dialogs/device/useAccessGuard.ts'
import type { SidebarDropHandlers } from './sidebar/LibraryNav.tsx'
import { MainLayoutDialogs } from './MainLayoutDialogs.tsx'
import { LazyExplorePanel, LazySyncStatus, LazyUpsell, UsageCardSlot } from './lazyParts.tsx'
import { RenderTimer } from './RenderTimer.tsx'
import { Shell } from './Shell.tsx'
import { useRecoveryCheck } from './recorder/useRecoveryCheck.ts'
import { useLiveEvents } from '#browser/live/useLiveEvents.ts'
import { useAppLocation } from '../routing/appLocation.ts'
import { useSettingsUrl } from './settings/useSettingsUrl.ts'
import { useSignOutInOtherTab } from '#browser/session/useSignOutInOtherTab.ts'
import { useUploadDialog } from './upload/useUploadDialog.ts'

const LIVE_HANDLERS = [applyToFiles, applyToFolders, applyToTasks, applyToMe]

/** Connects the features to the `Shell`, the layout of every page that requires a signed-in user. */
export function MainLayout() {
  const me = useMe()
  const serverFacts = useServerSettings()
  const hasTelemetryConsent = useConsent()
  useTelemetry({ isOn: serverFacts && serverFacts.telemetry && hasTelemetryConsent, userId: me?.id })
  const { isAny: hasNews, flags } = useRedDots(me?.id)
  const counts = useCounts()
  const sidebarDrops = useSidebarDropHandlers()
  const { list, isExploreOpen } = useAppLocation()
  const folderId = list?.tagId ?? null
  const { guard, guardUpload, guardRecording } = useAccessGuard()
  const uploadDialog = useUploadDialog(folderId, guardUpload)
  const [isSignOutOpen, setSignOutOpen] = useState(false)
  const settingsUrl = useSettingsUrl()
  useLiveEvents({ handlers: LIVE_HANDLERS, onConnectionChange: setLiveChannelOpen })
  useSignOutInOtherTab({ leave: handleSignOutInOtherTab, reloadForOtherUser })
  useWelcomeFile()
  const startRecording = () => guardRecording(() => openRecorder(folderId))
  useRecoveryCheck()
  return (
    <Shell
      counts={counts}
      // The folders stand below the sources, whose number is known only after the counts have loaded.
      folders={counts.isFirstLoad ? null : <FolderSection activeId={isExploreOpen ? undefined : list?.tagId} />}
      drops={sidebarDrops}
      hasNews={flags.automation}
      isSpeechScripted={serverFacts?.scripted_speech}
      user={me && { name: me.nickname, email: isHiddenAddress(me.email) ? '' : me.email, avatar: me.avatar, hasNews }}
      isMember={me && hasMembership(me.membership_type)}
      membershipTo={membershipPath(me, 'sidebar_menu')}
      help={serverFacts?.help ?? null}
      guard={guard}
      onUpload={uploadDialog.open}
      folderName={useFolder(folderId ?? undefined)?.name}
      onRecord={startRecording}
      onSettings={settingsUrl.open}
      onSignOut={() => setSignOutOpen(true)}
      usage={(narrow) => <UsageCardSlot narrow={narrow} />}
      sync={<LazySyncStatus errorFallback={null} />}
      explore={<LazyExplorePanel />}
      upsell={<LazyUpsell />}
      dialogs={
        <MainLayoutDialogs
          folderId={folderId}
          isUploadOpen={uploadDialog.isOpen}
          onUploadClose={uploadDialog.close}
          isSignOutOpen={isSignOutOpen}
          onSignOutClose={() => setSignOutOpen(false)}
          settingsUrl={settingsUrl}
          onSignedOut={openSignIn}
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
function useSidebarDropHandlers(): SidebarDropHandlers {
  const handlers = { moveFiles: useMoveFiles(), trash: useFileActions().trash }
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
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
function openSignIn(): void {
  navigateAway(basePath + paths.login())
}

function handleSignOutInOtherTab(): void {
  notifySignedOut()
  openSignIn()
}

/** Another user signed in in this browser. Reloads the page for that user. */
function reloadForOtherUser(): void {
  notifySignedOut()
  location.reload()
}
