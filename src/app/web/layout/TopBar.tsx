import { PanelRight, Search, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useRouterState } from '@tanstack/react-router'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAppLocation } from '../routing/appLocation.ts'
import { useSidebars } from './Sidebars.tsx'
import { SIDEBAR_TOGGLE_ATTRIBUTE } from './sidebar/useSidebarState.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { LibraryNav } from './sidebar/LibraryNav.tsx'

export type TopBarProps = {
  /** The sync status. Not shown on the page of a recording (A§2). */
  sync: ReactNode
}

/** The bar above every page: the button of the command palette, the sync status, and the toggle of the right sidebar. */
export function TopBar({ sync }: TopBarProps) {
  const t = useTranslations('app')
  const { fileId, isExploreOpen } = useAppLocation()
  const { left, right } = useSidebars()
  const openPalette = () => openDialog('palette')
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
      <button
        type="button"
        onClick={openPalette}
        className="flex h-8.5 w-full max-w-80 min-w-0 items-center gap-2 rounded-md border border-line bg-raised px-2.5 text-left text-md text-ink3 transition-colors hover:border-edge max-sm:hidden pointer-coarse:min-h-11"
      >
        <Search aria-hidden className="size-4 flex-none" />
        <span className="min-w-0 flex-1 truncate">{t('search_or_go')}</span>
        <Kbd>{`${t('press_mod')} K`}</Kbd>
      </button>
      <div className="flex flex-1 items-center justify-end gap-1">
        {!isFile && sync}
        <IconButton className="sm:hidden" label={t('search_or_go')} icon={<Search aria-hidden />} onClick={openPalette} />
        {right.isAvailable && (
          <IconButton
            label={t('right_sidebar')}
            shortcut="]"
            aria-pressed={right.isOpen}
            icon={<PanelRight aria-hidden />}
            side="bottom"
            className={classes('max-sm:hidden', right.isOpen && 'bg-sunken text-ink')}
            onClick={right.toggle}
          />
        )}
      </div>
    </header>
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
