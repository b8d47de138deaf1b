import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactElement, ReactNode } from 'react'
import type { Grabbed } from '#features/upload/web.tsx'
import { OfflineBanner } from '#ui/OfflineBanner.tsx'
import { ReadOnlyBanner } from '#ui/ReadOnlyBanner.tsx'
import { useWords } from '#ui/words.ts'
import { useLastLoaded } from '../offline/useLastLoaded.ts'
import { BottomBar } from './BottomBar.tsx'
import { DropVeil } from './DropVeil.tsx'
import { LibraryContext } from './LibraryContext.ts'
import type { LibraryShown } from './LibraryContext.ts'
import { ShellActionsContext } from './ShellActions.ts'
import type { ShellActions } from './ShellActions.ts'
import { ShellAsked } from './ShellAsked.tsx'
import { ShellMain } from './ShellMain.tsx'
import type { MainParts } from './ShellMain.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useFileDrop, useFilePaste } from './useFileDrop.ts'
import { useFocusOnNavigation } from './useFocusOnNavigation.ts'
import { UserButton } from './UserButton.tsx'
import { UserMenu } from './UserMenu.tsx'
import type { UserMenuProps } from './UserMenu.tsx'
import { useRightSidebar } from './useRightSidebar.ts'
import { useShellActs } from './useShellActs.ts'
import { useShellKeys } from './useShellKeys.ts'
import { useSidebarFocus, useSidebarState } from './useSidebarState.ts'
import { useUploadAddress } from './useUploadDoor.ts'

export type ShellProps = LibraryShown &
  MainParts &
  Pick<UserMenuProps, 'user' | 'membershipTo' | 'help'> & {
    /** True if the server returns scripted transcripts (test mode). */
    isScripted?: boolean | undefined
    /**
     * Opens the upload dialog, optionally with dropped or pasted files. `folderId` is the folder of the drop target, or
     * undefined if the target belongs to no specific folder.
     */
    onUpload: (grabbed: Grabbed | null, folderId?: string | null) => void
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
  const { counts, folders, drops, hasNews, isScripted = false, user, membershipTo, help } = props
  const queries = useQueryClient()
  const [sidebar, setSidebar] = useSidebarState()
  const right = useRightSidebar(useRouterState({ select: (state) => state.location.pathname }))
  const drop = useFileDrop(props.onUpload)
  useFilePaste(props.onUpload)
  const { actions, asked, close } = useShellActs({
    ...props,
    toggleRightSidebar: right.toggle,
    toggleSidebar: () => setSidebar(sidebar === 'hidden' ? 'full' : 'hidden'),
  })
  const library = useMemo(() => ({ counts, folders, drops, hasNews }), [counts, folders, drops, hasNews])
  const lastLoaded = useLastLoaded()
  useFocusOnNavigation()
  useSidebarFocus(sidebar)
  useShellKeys(actions)
  useUploadAddress(actions.openUpload)
  const userMenu = (trigger: ReactElement, at: Pick<UserMenuProps, 'align' | 'side'>) => (
    <UserMenu trigger={trigger} {...at} user={user} membershipTo={membershipTo} help={help} />
  )
  return (
    <ShellActionsContext value={actions}>
      <LibraryContext value={library}>
        <div className="flex h-page flex-col">
          <SkipLink />
          {isScripted && <ScriptedNotice />}
          <ReadOnlyBanner />
          <OfflineBanner lastLoaded={lastLoaded} onRetry={() => void queries.invalidateQueries()} />
          <div className="flex min-h-0 flex-1">
            {sidebar !== 'hidden' && (
              <Sidebar
                state={sidebar}
                onState={setSidebar}
                user={userMenu(<UserButton user={user} narrow={sidebar === 'collapsed'} />, { align: 'start' })}
                usage={props.usage(sidebar === 'collapsed')}
              />
            )}
            <ShellMain {...props} right={right} onShowSidebar={sidebar === 'hidden' ? () => setSidebar('full') : undefined} />
          </div>
          <BottomBar me={(trigger) => userMenu(trigger, { align: 'end', side: 'top' })} hasNews={user?.hasNews} />
        </div>
        <ShellAsked asked={asked} onClose={close} />
        {props.dialogs}
        {drop.isHovering && <DropVeil place={drop.place} folderName={props.folderName} />}
      </LibraryContext>
    </ShellActionsContext>
  )
}

/** Shown on every page while the server returns scripted transcripts instead of real ones. */
function ScriptedNotice() {
  const t = useWords('app')
  return (
    <p role="status" className="flex items-center justify-center gap-3 bg-warn-soft px-4 py-2 text-sm text-warn">
      <FlaskConical aria-hidden className="size-4.5 flex-none" />
      {t('scripted')}
    </p>
  )
}
