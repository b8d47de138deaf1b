import { PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { useWords } from '#ui/words.ts'
import { mainPanelOf } from './mainPanelOf.ts'
import { RightSidebar } from './RightSidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { usePlace } from './usePlace.ts'
import type { RightSidebarState } from './useRightSidebar.ts'
import { SIDEBAR_TOGGLE } from './useSidebarFocus.ts'

/** What stands in the frame of the main area, and the page. */
export type MainParts = {
  /** Whether whoever is signed in has a membership; undefined until the server has said it. */
  isMember: boolean | undefined
  /** What is on its way. */
  sync?: ReactNode
  /** What stands in the place of the page at the fragment `integration`. */
  explore: ReactNode
  /** What stands in the right sidebar. */
  upsell: ReactNode
  /** The page. */
  children: ReactNode
}

export type ShellMainProps = MainParts & {
  right: RightSidebarState
  /** Shows the sidebar; undefined while it is shown. */
  onShowSidebar: (() => void) | undefined
}

/** What stands beside the sidebar (A§2): the bar, the page or the explore panel in its place, the right sidebar. */
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

/** What a hidden sidebar leaves behind (A§2). */
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
