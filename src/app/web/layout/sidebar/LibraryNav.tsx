import type { ToOptions } from '@tanstack/react-router'
import { AudioLines, Compass, House, Inbox, LayoutTemplate, Library, MessageSquareText, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCENES } from '#features/files/contract.ts'
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
    link: { to: '/file-list', search: { categoryId: id } } as const,
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
                link={{ to: '/file-list', search: { categoryId: source } }}
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
  const row = (link: ToOptions, label: string, current: boolean) => ({ link, label, current: current && !isExploreOpen, narrow })
  return (
    <ul className="grid gap-0.5">
      <SidebarRow {...row({ to: '/' }, t('home'), page === 'home')} icon={<House aria-hidden />} />
      <SidebarRow {...row({ to: '/ask' }, t('ask_ai'), page === 'ask')} isGuarded icon={<MessageSquareText aria-hidden />} />
      <SidebarRow
        {...row({ to: '/community-templates' }, t('templates'), page === 'templates')}
        icon={<LayoutTemplate aria-hidden />}
        badge={t('beta')}
      />
      <SidebarRow
        // Closing the panel leads back to the current page.
        link={{ to: '.', search: true, hash: 'integration' }}
        label={t('explore')}
        current={isExploreOpen}
        narrow={narrow}
        icon={<Compass aria-hidden />}
        hasNews={hasNews}
      />
    </ul>
  )
}

function SectionCaption({ narrow, children }: { narrow: boolean; children: ReactNode }) {
  if (narrow) return <hr className="mx-2 my-2 border-line" />
  return <h2 className="px-2.5 pt-4 pb-1.5 text-xs font-[550] tracking-[0.02em] text-ink3">{children}</h2>
}
