import { PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { getMainPanel, useAppLocation } from '../routing/appLocation.ts'
import { RightSidebar } from './RightSidebar.tsx'
import { useSidebars } from './Sidebars.tsx'
import { SIDEBAR_TOGGLE_ATTRIBUTE } from './sidebar/useSidebarState.ts'

export type MainAreaProps = {
  /** True if the signed-in user has a membership. Undefined while this is loading. */
  isMember: boolean | undefined
  /** The bar above the page, where there is no sidebar. */
  topBar: ReactNode
  /** Shown instead of the page if the URL has the fragment `#integration`. */
  explore: ReactNode
  /** The content of the right sidebar. */
  upsell: ReactNode
  /** The page. */
  children: ReactNode
}

/** Everything right of the sidebar (A§2): the top bar, the page (or the explore panel instead of it), and the right sidebar. */
export function MainArea({ isMember, topBar, explore, upsell, children }: MainAreaProps) {
  const appLocation = useAppLocation()
  const { left, right } = useSidebars()
  return (
    <div className="relative flex min-w-0 flex-1 flex-col">
      {topBar}
      <div className="flex min-h-0 flex-1">
        <main
          id="main"
          data-panel={getMainPanel(appLocation, isMember)}
          tabIndex={-1}
          className="relative min-w-0 flex-1 overflow-y-auto outline-none"
        >
          {appLocation.isExploreOpen ? explore : children}
        </main>
        {right.isOpen && (
          <RightSidebar isOpenedByUser={right.isOpenedByUser} onClose={right.close}>
            {upsell}
          </RightSidebar>
        )}
      </div>
      {left.state === 'hidden' && appLocation.fileId === undefined && <ShowSidebarButton onShow={left.toggle} />}
    </div>
  )
}

/** The floating button that shows a hidden sidebar again (A§2). */
function ShowSidebarButton({ onShow }: { onShow: () => void }) {
  const t = useTranslations('app')
  return (
    <div className="absolute bottom-4 left-4 z-20 max-sm:hidden">
      <IconButton
        {...SIDEBAR_TOGGLE_ATTRIBUTE}
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
