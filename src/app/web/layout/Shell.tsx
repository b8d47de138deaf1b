import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactElement, ReactNode } from 'react'
import type { DroppedFiles } from '#features/upload/web.tsx'
import { OfflineBanner } from '#ui/server-status/OfflineBanner.tsx'
import { ReadOnlyBanner } from '#ui/server-status/ReadOnlyBanner.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useLastLoaded } from '../offline/useLastLoaded.ts'
import { BottomBar } from './BottomBar.tsx'
import { DropOverlay } from './upload/DropOverlay.tsx'
import { SidebarLibraryContext } from './sidebar/SidebarLibraryContext.ts'
import type { SidebarLibrary } from './sidebar/SidebarLibraryContext.ts'
import { ShellActionsContext } from './ShellActions.ts'
import type { ShellActions } from './ShellActions.ts'
import { RequestedDialogs } from './RequestedDialogs.tsx'
import { MainArea } from './MainArea.tsx'
import type { MainContent } from './MainArea.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useFileDrop, useFilePaste } from './upload/useFileDrop.ts'
import { useFocusOnNavigation } from './useFocusOnNavigation.ts'
import { UserButton } from './sidebar/UserButton.tsx'
import { UserMenu } from './sidebar/UserMenu.tsx'
import type { UserMenuProps } from './sidebar/UserMenu.tsx'
import { useRightSidebar } from './right-sidebar/useRightSidebar.ts'
import { useShellActionHandlers } from './useShellActionHandlers.ts'
import { useGlobalShortcuts } from './shortcuts/useGlobalShortcuts.ts'
import { useSidebarFocus, useSidebarState } from './sidebar/useSidebarState.ts'
import { useUploadUrl } from './upload/useUploadDialog.ts'

export type ShellProps = SidebarLibrary &
  MainContent &
  Pick<UserMenuProps, 'user' | 'membershipTo' | 'help'> & {
    /** True if the server returns scripted transcripts (test mode). */
    isSpeechScripted?: boolean | undefined
    /**
     * Opens the upload dialog, optionally with dropped or pasted files. `folderId` is the folder of the drop target, or
     * undefined if the target belongs to no specific folder.
     */
    onUpload: (files: DroppedFiles | null, folderId?: string | null) => void
    /** Name of the folder shown. Dropped files are uploaded into it. */
    folderName?: string | undefined
    /** Starts a recording in this browser. */
    onRecord?: (() => void) | undefined
    onSettings: (pane?: string) => void
    onSignOut: () => void
    /** Runs the action only for users with a membership or a device (B§2). */
    guard?: ShellActions['guard'] | undefined
    /** The usage card of the sidebar. */
    usage: (narrow: boolean) => ReactNode
    /** The dialogs of the features. */
    dialogs?: ReactNode
  }

/** The layout around every page of a signed-in user (A§2 Main layout shell). */
export function Shell(props: ShellProps) {
  const { counts, folders, drops, hasNews, isSpeechScripted = false, user, membershipTo, help } = props
  const queries = useQueryClient()
  const [sidebarState, setSidebarState] = useSidebarState()
  const rightSidebar = useRightSidebar(useRouterState({ select: (state) => state.location.pathname }))
  const fileDrop = useFileDrop(props.onUpload)
  useFilePaste(props.onUpload)
  const { actions, requestedDialog, closeDialog } = useShellActionHandlers({
    ...props,
    toggleRightSidebar: rightSidebar.toggle,
    toggleSidebar: () => setSidebarState(sidebarState === 'hidden' ? 'full' : 'hidden'),
  })
  const library = useMemo(() => ({ counts, folders, drops, hasNews }), [counts, folders, drops, hasNews])
  const lastLoaded = useLastLoaded()
  useFocusOnNavigation()
  useSidebarFocus(sidebarState)
  useGlobalShortcuts(actions)
  useUploadUrl(actions.openUpload)
  const renderUserMenu = (trigger: ReactElement, placement: Pick<UserMenuProps, 'align' | 'side'>) => (
    <UserMenu trigger={trigger} {...placement} user={user} membershipTo={membershipTo} help={help} />
  )
  return (
    <ShellActionsContext value={actions}>
      <SidebarLibraryContext value={library}>
        <div className="flex h-page flex-col">
          <SkipLink />
          {isSpeechScripted && <ScriptedSpeechNotice />}
          <ReadOnlyBanner />
          <OfflineBanner lastLoaded={lastLoaded} onRetry={() => void queries.invalidateQueries()} />
          <div className="flex min-h-0 flex-1">
            {sidebarState !== 'hidden' && (
              <Sidebar
                state={sidebarState}
                onStateChange={setSidebarState}
                user={renderUserMenu(<UserButton user={user} narrow={sidebarState === 'collapsed'} />, { align: 'start' })}
                usage={props.usage(sidebarState === 'collapsed')}
              />
            )}
            <MainArea
              {...props}
              rightSidebar={rightSidebar}
              onShowSidebar={sidebarState === 'hidden' ? () => setSidebarState('full') : undefined}
            />
          </div>
          <BottomBar userMenu={(trigger) => renderUserMenu(trigger, { align: 'end', side: 'top' })} hasNews={user?.hasNews} />
        </div>
        <RequestedDialogs requested={requestedDialog} onClose={closeDialog} />
        {props.dialogs}
        {fileDrop.isHovering && <DropOverlay target={fileDrop.target} folderName={props.folderName} />}
      </SidebarLibraryContext>
    </ShellActionsContext>
  )
}

/** Shown on every page while the server returns scripted transcripts instead of real ones. */
function ScriptedSpeechNotice() {
  const t = useTranslations('app')
  return (
    <p role="status" className="flex items-center justify-center gap-3 bg-warn-soft px-4 py-2 text-sm text-warn">
      <FlaskConical aria-hidden className="size-4.5 flex-none" />
      {t('scripted')}
    </p>
  )
}
