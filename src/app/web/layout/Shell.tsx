import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { OfflineBanner } from '#ui/server-status/OfflineBanner.tsx'
import { ReadOnlyBanner } from '#ui/server-status/ReadOnlyBanner.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useIsPhone } from '#browser/page/phone.ts'
import { useLastLoaded } from '../offline/useLastLoaded.ts'
import { BottomBar } from './BottomBar.tsx'
import { SidebarLibraryContext } from './sidebar/SidebarLibraryContext.ts'
import type { SidebarLibrary } from './sidebar/SidebarLibraryContext.ts'
import { MainArea } from './MainArea.tsx'
import type { MainAreaProps } from './MainArea.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { SkipLink } from '#ui/layout/SkipLink.tsx'
import { useFocusOnNavigation } from '#ui/layout/useFocusOnNavigation.ts'
import { UserButton } from './sidebar/UserButton.tsx'
import { UserMenu } from './sidebar/UserMenu.tsx'
import type { UserMenuProps } from './sidebar/UserMenu.tsx'
import { useSidebars } from './Sidebars.tsx'
import { useGlobalShortcuts } from './shortcuts/useGlobalShortcuts.ts'
import { useSidebarFocus } from './sidebar/useSidebarState.ts'
import { TopBar } from './TopBar.tsx'

export type ShellProps = SidebarLibrary &
  Omit<MainAreaProps, 'topBar'> &
  Pick<UserMenuProps, 'user' | 'membershipLink' | 'help'> & {
    /** True if the server returns scripted transcripts (test mode). */
    isSpeechScripted?: boolean | undefined
    /** The sync status, with the side on which its popover opens. */
    sync?: (placement: { narrow: boolean; side: 'right' | 'bottom' }) => ReactNode
    /** The usage card of the sidebar. */
    usage: (narrow: boolean) => ReactNode
  }

/** The layout around every page of a signed-in user (A§2 Main layout shell). */
export function Shell(props: ShellProps) {
  const { counts, folders, drops, hasNews, isSpeechScripted = false, user, membershipLink, help } = props
  const queries = useQueryClient()
  const sidebarState = useSidebars().left.state
  const isPhone = useIsPhone()
  const hasSidebar = !isPhone && sidebarState !== 'hidden'
  const isCollapsed = sidebarState === 'collapsed'
  const library = useMemo(() => ({ counts, folders, drops, hasNews }), [counts, folders, drops, hasNews])
  const lastLoaded = useLastLoaded()
  useFocusOnNavigation()
  useSidebarFocus(sidebarState)
  useGlobalShortcuts()
  const renderUserMenu = (trigger: ReactElement, placement: Pick<UserMenuProps, 'align' | 'side'>) => (
    <UserMenu trigger={trigger} {...placement} user={user} membershipLink={membershipLink} help={help} />
  )
  return (
    <SidebarLibraryContext value={library}>
      <div className="flex h-page flex-col">
        <SkipLink />
        {isSpeechScripted && <ScriptedSpeechNotice />}
        <ReadOnlyBanner />
        <OfflineBanner lastLoaded={lastLoaded} onRetry={() => void queries.invalidateQueries()} />
        <div className="flex min-h-0 flex-1">
          {hasSidebar && (
            <Sidebar
              user={renderUserMenu(<UserButton user={user} narrow={isCollapsed} />, { align: 'start' })}
              usage={props.usage(isCollapsed)}
              sync={props.sync?.({ narrow: isCollapsed, side: 'right' })}
            />
          )}
          <MainArea {...props} topBar={!hasSidebar && <TopBar sync={props.sync?.({ narrow: false, side: 'bottom' })} />} />
        </div>
        <BottomBar userMenu={(trigger) => renderUserMenu(trigger, { align: 'end', side: 'top' })} hasNews={user?.hasNews} />
      </div>
    </SidebarLibraryContext>
  )
}

/** Shown on every page while the server returns scripted transcripts instead of real ones. */
function ScriptedSpeechNotice() {
  const t = useTranslations('app')
  return (
    <p role="status" className="flex items-center justify-center gap-3 bg-warn-soft px-4 py-2 text-sm text-warn">
      <FlaskConical aria-hidden className="size-4.5 flex-none" />
      {t('test_mode')}
    </p>
  )
}
