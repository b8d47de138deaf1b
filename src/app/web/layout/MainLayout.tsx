import { Outlet } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isHiddenAddress } from '#features/account/rules.ts'
import { StorageUse, useCounts, useFileActions } from '#features/files/web.tsx'
import { CurrentFolderContext, FolderSection, useMoveFiles } from '#features/folders/web.tsx'
import { ExplorePanel } from '#features/integrations/web.tsx'
import { SyncStatus } from '#features/library/web.tsx'
import { fetchTranscriptHistory } from '#features/generate/web.tsx'
import { hasMembership, membershipLink, showsUsage } from '#features/membership/rules.ts'
import { MembershipContext, TranscriptHistoryContext, Upsell, UsageCard, useMembership } from '#features/membership/web.tsx'
import { useMe, useOwnMembership } from '#features/profile/web.tsx'
import { useNews, useOffers, useServerSettings } from '#features/site/web.tsx'
import { useLiveEvents } from '#browser/live/useLiveEvents.ts'
import { FeatureBackground } from '#ui/feature/FeatureBackground.tsx'
import { FeatureDialogs } from '#ui/feature/FeatureDialogs.tsx'
import { FeaturesContext } from '#ui/feature/FeaturesContext.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { FEATURES, loadBillingFeature } from '../features.ts'
import { useAppLocation } from '../routing/appLocation.ts'
import { RenderTimer } from './RenderTimer.tsx'
import { Shell } from './Shell.tsx'
import { SidebarsProvider } from './Sidebars.tsx'
import type { SidebarDropHandlers } from './sidebar/SidebarLibraryContext.ts'

/** Features that cannot be loaded are left out until the next visit. */
const loadFeatures = (region: keyof typeof loadBillingFeature): Promise<readonly WebFeature[]> =>
  loadBillingFeature[region]().then(
    (billing) => [...FEATURES, billing],
    () => FEATURES,
  )

/** The layout of every page for signed-in users, with the contributions of the features. */
export function MainLayout() {
  const { list } = useAppLocation()
  const ownMembership = useOwnMembership()
  const features = useFeaturesOfServer()
  const loadHandlers = useCallback(
    async () => (await Promise.all(features.flatMap(({ live }) => live?.() ?? []))).flat(),
    [features],
  )
  useLiveEvents({ loadHandlers })
  return (
    <FeaturesContext value={features}>
      <MembershipContext value={ownMembership}>
        <TranscriptHistoryContext value={fetchTranscriptHistory}>
          <CurrentFolderContext value={list?.tagId ?? null}>
            {/* Its content offers plans. */}
            <SidebarsProvider hasRight={ownMembership.membership?.can_buy === true}>
              <SignedInShell />
              <FeatureDialogs />
            </SidebarsProvider>
            <FeatureBackground />
          </CurrentFolderContext>
        </TranscriptHistoryContext>
      </MembershipContext>
    </FeaturesContext>
  )
}

/** Returns all features, including the billing feature of the server's build once it is known and loaded. */
function useFeaturesOfServer(): readonly WebFeature[] {
  const region = useServerSettings()?.region
  const [features, setFeatures] = useState(FEATURES)
  useEffect(() => {
    if (region) void loadFeatures(region).then(setFeatures)
  }, [region])
  return features
}

/** Connects the data of the features to the `Shell`. */
function SignedInShell() {
  const me = useMe()
  const { membership } = useMembership()
  const serverSettings = useServerSettings()
  const { isSelling } = useOffers()
  const { isAny: hasNews, flags } = useNews(me?.id)
  const counts = useCounts()
  const sidebarDrops = useSidebarDropHandlers()
  const { list, isExploreOpen } = useAppLocation()
  return (
    <Shell
      counts={counts}
      // The folders are below the sources, whose number is known only after the counts have loaded.
      folders={counts.isFirstLoad ? null : <FolderSection activeId={isExploreOpen ? undefined : list?.tagId} />}
      drops={sidebarDrops}
      hasNews={flags.automation}
      isSpeechScripted={serverSettings?.scripted_speech}
      user={me && { name: me.nickname, email: isHiddenAddress(me.email) ? '' : me.email, avatar: me.avatar, hasNews }}
      isMember={me && hasMembership(me.membership_type)}
      membershipLink={membershipLink(membership, 'sidebar_menu')}
      help={serverSettings?.help ?? null}
      usage={(narrow) => {
        if (!serverSettings || !membership) return <div className="min-h-9" />
        if (showsUsage(membership, isSelling)) return <UsageCard narrow={narrow} />
        return <StorageUse narrow={narrow} fileCount={counts.all + counts.trash} />
      }}
      sync={(placement) => <SyncStatus {...placement} errorFallback={null} />}
      explore={<ExplorePanel />}
      upsell={<Upsell />}
    >
      <RenderTimer>
        <Outlet />
      </RenderTimer>
    </Shell>
  )
}

/** Returns the handlers for recordings dropped on "Unorganized" and "Trash" in the sidebar. The returned object never changes. */
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
