import { PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { useWords } from '#ui/words.ts'
import { mainPanelOf } from './mainPanelOf.ts'
import { RightSidebar } from './RightSidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { usePlace } from './usePlace.ts'
import type { RightSidebarState } from './useRightSidebar.ts'
import { SIDEBAR_TOGGLE } from './useSidebarState.ts'

/** The content of the main area. */
export type MainParts = {
  /** True if the signed-in user has a membership. Undefined while this is loading. */
  isMember: boolean | undefined
  /** The sync status. */
  sync?: ReactNode
  /** Shown instead of the page if the URL has the fragment `#integration`. */
  explore: ReactNode
  /** The content of the right sidebar. */
  upsell: ReactNode
  /** The page. */
  children: ReactNode
}

export type ShellMainProps = MainParts & {
  right: RightSidebarState
  /** Shows the sidebar. Undefined while it is visible. */
  onShowSidebar: (() => void) | undefined
}

/** Everything right of the sidebar (A§2): the top bar, the page (or the explore panel instead of it), and the right sidebar. */
export function ShellMain({ isMember, sync, explore, upsell, right, onShowSidebar, children }: ShellMainProps) {
  const place = usePlace()
  return (
    <div className="relative flex min-w-0 flex-1 flex-col">
      <TopBar sync={sync} hasRightSidebar={right.isOpen} />
      <div className="flex min-h-0 flex-1">
        <main
          id="main"
          data-panel={mainPanelOf(place, isMember)}
          tabIndex={-1}
          className="relative min-w-0 flex-1 overflow-y-auto outline-none"
        >
          {place.isExplore ? explore : children}
        </main>
        {right.isOpen && (
          <RightSidebar isAsked={right.isAsked} onClose={right.close}>
            {upsell}
          </RightSidebar>
        )}
      </div>
      {onShowSidebar && place.fileId === undefined && <ShowSidebar onShow={onShowSidebar} />}
    </div>
  )
}

/** The floating button that shows a hidden sidebar again (A§2). */
function ShowSidebar({ onShow }: { onShow: () => void }) {
  const t = useWords('app')
  return (
    <div className="absolute bottom-4 left-4 z-20 max-sm:hidden">
      <IconButton
        {...SIDEBAR_TOGGLE}
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
