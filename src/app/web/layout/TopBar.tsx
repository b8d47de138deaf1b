import { Search, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useRouterState } from '@tanstack/react-router'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAppLocation } from '../routing/appLocation.ts'
import { RightSidebarToggle } from './RightSidebar.tsx'
import { useSidebars } from './Sidebars.tsx'
import { SIDEBAR_TOGGLE_ATTRIBUTE } from './sidebar/useSidebarState.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { LibraryNav } from './sidebar/LibraryNav.tsx'

export type TopBarProps = {
  /** The sync status. */
  sync: ReactNode
}

/**
 * The bar above every page when there is no sidebar: on phones, and while the sidebar is hidden. It contains what is otherwise in
 * the sidebar.
 */
export function TopBar({ sync }: TopBarProps) {
  const t = useTranslations('app')
  const { fileId, isExploreOpen } = useAppLocation()
  const { left } = useSidebars()
  const isFile = fileId !== undefined && !isExploreOpen
  return (
    <header
      data-navigation=""
      className={classes(
        'flex min-h-12 flex-none items-center gap-1 border-b border-line px-3 pt-[env(safe-area-inset-top)] max-sm:px-1.5',
        // A recording needs the full height of a phone.
        isFile && 'max-sm:hidden',
      )}
    >
      <MobileLibrary />
      {/* Elsewhere the floating button shows the sidebar (B§2). */}
      {isFile && left.state === 'hidden' && (
        <IconButton
          {...SIDEBAR_TOGGLE_ATTRIBUTE}
          className="max-sm:hidden"
          label={t('show_sidebar')}
          shortcut="["
          icon={<PanelLeftOpen aria-hidden />}
          side="bottom"
          onClick={left.toggle}
        />
      )}
      <div className="flex flex-1 items-center justify-end gap-1">
        {sync}
        <PaletteButton side="bottom" />
        <RightSidebarToggle side="bottom" className="max-sm:hidden" />
      </div>
    </header>
  )
}

/** Opens the command palette. */
export function PaletteButton({ side, className = '' }: { side: 'right' | 'bottom'; className?: string }) {
  const t = useTranslations('app')
  return (
    <IconButton
      className={className}
      label={t('search_or_go')}
      shortcut={`${t('press_mod')} K`}
      icon={<Search aria-hidden />}
      side={side}
      onClick={() => openDialog('palette')}
    />
  )
}

/** The library navigation of the sidebar as a dialog, for phones. It closes when an entry has been chosen. */
function MobileLibrary() {
  const t = useTranslations('app')
  const currentUrl = useRouterState({ select: (state) => state.location.href })
  // The URL at which the dialog was opened. It counts as closed at every other URL.
  const [openUrl, setOpenUrl] = useState<string | null>(null)
  return (
    <div className="flex flex-none sm:hidden">
      <Button variant="quiet" icon={<PanelLeftOpen aria-hidden />} onClick={() => setOpenUrl(currentUrl)}>
        {t('library')}
      </Button>
      <Dialog open={openUrl === currentUrl} onClose={() => setOpenUrl(null)} title={t('library')}>
        <LibraryNav />
      </Dialog>
    </div>
  )
}
