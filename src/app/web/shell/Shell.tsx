import { useQueryClient } from '@tanstack/react-query'
import { PanelLeftOpen } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { OfflineBanner } from '#ui/OfflineBanner.tsx'
import { useWords } from '#ui/words.ts'
import { BottomBar } from './BottomBar.tsx'
import { DropVeil } from './DropVeil.tsx'
import { LibraryContext } from './LibraryContext.ts'
import type { LibraryCounts } from './LibraryNav.tsx'
import { ScriptedNotice } from './ScriptedNotice.tsx'
import { NO_ACTIONS, ShellActionsContext } from './ShellActions.ts'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useFileDrop } from './useFileDrop.ts'
import { useFocusOnNavigation } from './useFocusOnNavigation.ts'
import { usePlace } from './usePlace.ts'
import { UserButton } from './UserButton.tsx'
import { UserMenu } from './UserMenu.tsx'
import type { ShellUser } from './UserMenu.tsx'
import { useShellKeys } from './useShellKeys.ts'
import { useSidebarState } from './useSidebarState.ts'

export type ShellProps = {
  counts: LibraryCounts
  /** The user's folders, for the sidebar. */
  folders: ReactNode
  user: ShellUser | undefined
  /** The server's speech is scripted, for tests. */
  isScripted?: boolean | undefined
  /** Opens the upload dialog, with files dropped on the window or without. */
  onUpload: (files: readonly File[]) => void
  onSettings: () => void
  onSignOut: () => void
  /** The page. */
  children: ReactNode
}

/** What stands around every page of a signed-in user (A§2 Main layout shell). */
export function Shell({ counts, folders, user, isScripted = false, onUpload, onSettings, onSignOut, children }: ShellProps) {
  const queries = useQueryClient()
  const place = usePlace()
  const [sidebar, setSidebar] = useSidebarState()
  const [listsKeys, setListsKeys] = useState(false)
  const hovering = useFileDrop(onUpload)
  const actions = useMemo(
    () => ({ ...NO_ACTIONS, openUpload: () => onUpload([]), showShortcuts: () => setListsKeys(true) }),
    [onUpload],
  )
  const library = useMemo(() => ({ counts, folders }), [counts, folders])
  useFocusOnNavigation()
  useShellKeys({ sidebar, setSidebar, ...actions, openSettings: onSettings })
  const userMenu = (trigger: ReactElement, align: 'start' | 'end') => (
    <UserMenu
      trigger={trigger}
      align={align}
      user={user}
      onSettings={onSettings}
      onShortcuts={actions.showShortcuts}
      onSignOut={onSignOut}
    />
  )
  return (
    <ShellActionsContext value={actions}>
      <div className="flex h-dvh flex-col">
        <SkipLink />
        {isScripted && <ScriptedNotice />}
        <OfflineBanner onRetry={() => void queries.invalidateQueries()} />
        <div className="flex min-h-0 flex-1">
          {sidebar !== 'hidden' && (
            <Sidebar
              state={sidebar}
              onState={setSidebar}
              counts={counts}
              folders={folders}
              user={userMenu(<UserButton user={user} narrow={sidebar === 'collapsed'} />, 'start')}
            />
          )}
          <main id="main" tabIndex={-1} className="relative min-w-0 flex-1 overflow-y-auto outline-none">
            <LibraryContext value={library}>{children}</LibraryContext>
          </main>
        </div>
        <BottomBar me={(trigger) => userMenu(trigger, 'end')} hasNews={user?.hasNews} />
      </div>
      {sidebar === 'hidden' && place.fileId === undefined && <ShowSidebar onShow={() => setSidebar('full')} />}
      <ShortcutsDialog open={listsKeys} onClose={() => setListsKeys(false)} />
      {hovering && <DropVeil />}
    </ShellActionsContext>
  )
}

/** What a hidden sidebar leaves behind (A§2). */
function ShowSidebar({ onShow }: { onShow: () => void }) {
  const t = useWords('app')
  return (
    <div className="fixed bottom-4 left-4 z-20 max-sm:hidden">
      <IconButton
        variant="plain"
        size="lg"
        className="shadow-lift"
        label={t('show_sidebar')}
        shortcut="["
        icon={<PanelLeftOpen aria-hidden />}
        side="right"
        onClick={onShow}
      />
    </div>
  )
}
