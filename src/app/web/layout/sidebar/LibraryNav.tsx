import { useRouterState } from '@tanstack/react-router'
import { AudioLines, Compass, House, Inbox, LayoutTemplate, Library, MessageSquareText, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCENES } from '#features/files/contract.ts'
import { paths } from '#shared/paths.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SOURCES } from '#features/library/rules.ts'
import { useSidebarLibrary } from './SidebarLibraryContext.ts'
import { SidebarRow } from './SidebarRow.tsx'
import { useAppLocation } from '../../routing/appLocation.ts'
import { useSourceName } from '#features/files/web.tsx'

/**
 * The fixed menu, the three lists of the library, the sources that have recordings, and the folders (B§2 Sidebar). `narrow` shows
 * only icons.
 */
export function LibraryNav({ narrow = false }: { narrow?: boolean }) {
  const t = useTranslations('app')
  const { counts, folders, drops, hasNews } = useSidebarLibrary()
  const getSourceName = useSourceName()
  const { list, isExploreOpen } = useAppLocation()
  const category = isExploreOpen ? undefined : list?.categoryId
  const listRowProps = (id: 'allFiles' | 'unorganized' | 'trash') => ({
    to: paths.fileList({ categoryId: id }),
    current: category === id,
    dropFolder: null,
    narrow,
  })
  const loadedCounts = counts.isFirstLoad === true ? undefined : counts
  const sources = SOURCES.filter((source) => (counts.byScene.get(SCENES[source]) ?? 0) > 0)
  return (
    <nav aria-label={t('navigation')} data-navigation="" className="grid grid-cols-1 gap-0.5 [&_ul]:grid-cols-1">
      <FixedMenu narrow={narrow} hasNews={hasNews} />
      <SectionCaption narrow={narrow}>{t('library')}</SectionCaption>
      <ul className="grid gap-0.5">
        <SidebarRow
          {...listRowProps('allFiles')}
          icon={<Library aria-hidden />}
          label={t('all_files')}
          count={loadedCounts?.all}
        />
        <SidebarRow
          {...listRowProps('unorganized')}
          icon={<Inbox aria-hidden />}
          label={t('unorganized')}
          count={loadedCounts?.unorganized}
          onDropRecordings={drops?.unorganized}
        />
        <SidebarRow
          {...listRowProps('trash')}
          icon={<Trash2 aria-hidden />}
          label={t('trash')}
          count={loadedCounts?.trash}
          onDropRecordings={drops?.trash}
        />
      </ul>
      {!narrow && sources.length > 0 && (
        <>
          <SectionCaption narrow={false}>{t('sources')}</SectionCaption>
          <ul className="grid gap-0.5">
            {sources.map((source) => (
              <SidebarRow
                key={source}
                to={paths.fileList({ categoryId: source })}
                icon={<AudioLines aria-hidden />}
                label={getSourceName(source)}
                count={counts.byScene.get(SCENES[source])}
                current={category === source}
                narrow={false}
              />
            ))}
          </ul>
        </>
      )}
      {!narrow && folders}
    </nav>
  )
}

/** `hasNews` shows a red dot at explore, the page of the integrations. */
function FixedMenu({ narrow, hasNews }: { narrow: boolean; hasNews: boolean | undefined }) {
  const t = useTranslations('app')
  const { page, isExploreOpen } = useAppLocation()
  const exploreUrl = useExploreUrl()
  const row = (to: string, label: string, current: boolean) => ({ to, label, current: current && !isExploreOpen, narrow })
  return (
    <ul className="grid gap-0.5">
      <SidebarRow {...row(paths.home(), t('home'), page === 'home')} icon={<House aria-hidden />} />
      <SidebarRow {...row(paths.ask(), t('ask_ai'), page === 'ask')} isGuarded icon={<MessageSquareText aria-hidden />} />
      <SidebarRow
        {...row(paths.templates(), t('templates'), page === 'templates')}
        icon={<LayoutTemplate aria-hidden />}
        badge={t('beta')}
      />
      <SidebarRow
        to={exploreUrl}
        label={t('explore')}
        current={isExploreOpen}
        narrow={narrow}
        icon={<Compass aria-hidden />}
        hasNews={hasNews}
      />
    </ul>
  )
}

/** Returns the current URL with the fragment that opens the explore panel. Closing the panel leads back to the current page. */
function useExploreUrl(): string {
  const fragment = new URL(paths.explore(), 'http://earshot.invalid').hash
  return useRouterState({ select: ({ location }) => location.pathname + location.searchStr + fragment })
}

function SectionCaption({ narrow, children }: { narrow: boolean; children: ReactNode }) {
  if (narrow) return <hr className="mx-2 my-2 border-line" />
  return <h2 className="px-2.5 pt-4 pb-1.5 text-xs font-[550] tracking-[0.02em] text-ink3">{children}</h2>
}
