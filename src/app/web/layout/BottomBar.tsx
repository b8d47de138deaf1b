import { Link } from '@tanstack/react-router'
import { CircleUserRound, House, LayoutTemplate, MessageSquareText, Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { NewDot } from '#ui/badge/NewDot.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { GuardedLink } from './GuardedLink.tsx'
import { NewRecordingMenu } from './NewRecordingMenu.tsx'
import { useAppLocation } from '../routing/appLocation.ts'

const ITEM_CLASS =
  'grid min-h-15 min-w-0 place-items-center content-center gap-0.5 text-[0.6875rem] leading-3.5 [&>*]:max-w-full [&>*]:truncate [&_svg]:size-5'

export type BottomBarProps = {
  userMenu: (trigger: ReactElement) => ReactElement
  hasNews?: boolean | undefined
}

/** The navigation bar on phones, which have no sidebar. `userMenu` returns the user menu with the given button as its trigger. */
export function BottomBar({ userMenu, hasNews = false }: BottomBarProps) {
  const t = useTranslations('app')
  const { page, isExploreOpen } = useAppLocation()
  const itemProps = (current: boolean) => ({
    'aria-current': current && !isExploreOpen ? ('page' as const) : undefined,
    className: classes(ITEM_CLASS, current && !isExploreOpen ? 'font-[600] text-accent' : 'text-ink2'),
  })
  return (
    <nav
      aria-label={t('bottom_bar')}
      data-navigation=""
      data-bottom-bar=""
      className="relative top-[calc(var(--notice,0px)+var(--dock,0px))] grid flex-none grid-cols-5 border-t border-line bg-raised pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] sm:hidden"
    >
      <Link to="/" activeOptions={{ includeHash: true }} {...itemProps(page === 'home')}>
        <House aria-hidden />
        <span>{t('home')}</span>
      </Link>
      <GuardedLink link={{ to: '/ask' }} {...itemProps(page === 'ask')}>
        <MessageSquareText aria-hidden />
        <span>{t('ask')}</span>
      </GuardedLink>
      <NewRecordingMenu
        side="top"
        trigger={
          <button type="button" className={classes(ITEM_CLASS, 'text-ink2')}>
            <Plus aria-hidden />
            <span>{t('new')}</span>
          </button>
        }
      />
      <Link to="/community-templates" activeOptions={{ includeHash: true }} {...itemProps(page === 'templates')}>
        <LayoutTemplate aria-hidden />
        <span>{t('templates')}</span>
      </Link>
      {userMenu(
        <button type="button" className={classes(ITEM_CLASS, 'text-ink2')}>
          <span className="relative overflow-visible!">
            <CircleUserRound aria-hidden />
            {hasNews && <NewDot />}
          </span>
          <span>{t('me')}</span>
        </button>,
      )}
    </nav>
  )
}
