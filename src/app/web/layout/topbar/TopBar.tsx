import { PanelRight, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MobileLibrary } from './MobileLibrary.tsx'
import { useShellActions } from '../ShellActions.ts'
import { useAppLocation } from '../../routing/appLocation.ts'

export type TopBarProps = {
  /** The sync status. Not shown on the page of a recording (A§2). */
  sync: ReactNode
  hasRightSidebar: boolean
}

/** The bar above every page: the button of the command palette, the sync status, and the toggle of the right sidebar. */
export function TopBar({ sync, hasRightSidebar }: TopBarProps) {
  const t = useTranslations('app')
  const { fileId, isExploreOpen } = useAppLocation()
  const { openPalette, toggleRightSidebar } = useShellActions()
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
        <IconButton
          label={t('right_sidebar')}
          shortcut="]"
          aria-pressed={hasRightSidebar}
          icon={<PanelRight aria-hidden />}
          side="bottom"
          className={classes('max-sm:hidden', hasRightSidebar && 'bg-sunken text-ink')}
          onClick={toggleRightSidebar}
        />
      </div>
    </header>
  )
}
