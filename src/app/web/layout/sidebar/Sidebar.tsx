import { Link } from '@tanstack/react-router'
import { ChevronsLeft, PanelLeftClose, PanelLeftOpen, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Logo } from '#ui/logo/Logo.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { LibraryNav } from './LibraryNav.tsx'
import { PaletteButton } from '../TopBar.tsx'
import { RightSidebarToggle } from '../RightSidebar.tsx'
import { NewRecordingMenu } from '../NewRecordingMenu.tsx'
import { useSidebars } from '../Sidebars.tsx'
import { SIDEBAR_TOGGLE_ATTRIBUTE } from './useSidebarState.ts'

export type SidebarProps = {
  /** The user menu with its button. */
  user: ReactNode
  /** The usage card, or the storage used. */
  usage: ReactNode
  /** The sync status. */
  sync: ReactNode
}

/** The left sidebar (B§2), in full or collapsed to icons. Phones have `BottomBar` instead. */
export function Sidebar({ user, usage, sync }: SidebarProps) {
  const t = useTranslations('app')
  const tUi = useTranslations('ui')
  const { state, setState } = useSidebars().left
  const isCollapsed = state === 'collapsed'
  return (
    <aside
      aria-label={t('sidebar')}
      data-navigation=""
      className={classes('flex flex-none flex-col border-r border-line bg-sunken py-2', isCollapsed ? 'w-16 px-2' : 'w-62 px-3')}
    >
      <header className={classes('flex items-center pb-1.5', isCollapsed ? 'flex-col gap-1 pt-1' : 'pl-1.5')}>
        <Link to="/" aria-label={tUi('to_home')} className="flex rounded-md">
          <Logo withName={!isCollapsed} />
        </Link>
        <PaletteButton side="right" className={isCollapsed ? '' : 'ml-auto'} />
        <IconButton
          {...SIDEBAR_TOGGLE_ATTRIBUTE}
          label={isCollapsed ? t('expand_sidebar') : t('collapse_sidebar')}
          icon={isCollapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
          side="right"
          onClick={() => setState(isCollapsed ? 'full' : 'collapsed')}
        />
      </header>
      {user}
      <div className={classes('py-2', isCollapsed && 'flex justify-center')}>
        <NewRecordingMenu
          side={isCollapsed ? 'right' : 'bottom'}
          trigger={
            isCollapsed ? (
              <IconButton variant="main" size="lg" label={t('new_recording')} icon={<Plus aria-hidden />} side="right" />
            ) : (
              <Button variant="main" className="h-10 w-full font-[600]" icon={<Plus aria-hidden />}>
                {t('new_recording')}
              </Button>
            )
          }
        />
      </div>
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 py-0.5">
        <LibraryNav narrow={isCollapsed} />
      </div>
      <footer className="grid grid-cols-1 justify-items-stretch gap-1 pt-2">
        {usage}
        {/* Its height stays on the page of a recording, which has no sync status (B§2). */}
        <div
          className={classes(
            'flex min-h-9 pointer-coarse:min-h-11',
            isCollapsed ? 'flex-col items-center gap-1' : 'items-center',
          )}
        >
          <div className={classes('flex', !isCollapsed && 'min-w-0 flex-1')}>{sync}</div>
          <RightSidebarToggle side={isCollapsed ? 'right' : 'top'} />
        </div>
        {isCollapsed && (
          <IconButton
            className="justify-self-center"
            label={t('hide_sidebar')}
            shortcut="["
            icon={<ChevronsLeft aria-hidden />}
            side="right"
            onClick={() => setState('hidden')}
          />
        )}
      </footer>
    </aside>
  )
}
