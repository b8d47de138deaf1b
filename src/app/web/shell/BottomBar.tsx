import { CircleUserRound, House, Library, Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { paths } from '#kit/paths.ts'
import { classes } from '#ui/classes.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { RedDot } from '#ui/RedDot.tsx'
import { useWords } from '#ui/words.ts'
import { NewRecordingMenu } from './NewRecordingMenu.tsx'
import { usePlace } from './usePlace.ts'

const ITEM = 'grid min-h-15 place-items-center content-center gap-0.5 text-[0.6875rem] leading-3.5 [&_svg]:size-5'

export type BottomBarProps = { me: (trigger: ReactElement) => ReactElement; hasNews?: boolean | undefined }

/** What phones have in place of the sidebar. `me` makes the user menu around the button it is given. */
export function BottomBar({ me, hasNews = false }: BottomBarProps) {
  const t = useWords('app')
  const { isHome, list } = usePlace()
  const link = (current: boolean) => ({
    'aria-current': current ? ('page' as const) : undefined,
    className: classes(ITEM, current ? 'font-[600] text-accent' : 'text-ink2'),
  })
  return (
    <nav
      aria-label={t('bottom_bar')}
      data-navigation=""
      className="grid flex-none grid-cols-4 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <PageLink to={paths.home()} {...link(isHome)}>
        <House aria-hidden />
        {t('home')}
      </PageLink>
      <PageLink to={paths.fileList({ categoryId: 'allFiles' })} {...link(list !== undefined)}>
        <Library aria-hidden />
        {t('files')}
      </PageLink>
      <NewRecordingMenu
        side="top"
        trigger={
          <button type="button" className={classes(ITEM, 'text-ink2')}>
            <Plus aria-hidden />
            {t('new')}
          </button>
        }
      />
      {me(
        <button type="button" className={classes(ITEM, 'text-ink2')}>
          <span className="relative">
            <CircleUserRound aria-hidden />
            {hasNews && <RedDot />}
          </span>
          {t('me')}
        </button>,
      )}
    </nav>
  )
}
