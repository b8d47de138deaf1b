import { AudioLines, Inbox, Library, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCENES } from '#features/files/contract.ts'
import { paths } from '#shared/paths.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SOURCES } from '../../routing/fileListSearch.ts'
import { SidebarMenu } from './SidebarMenu.tsx'
import { SidebarRow } from './SidebarRow.tsx'
import { useAppLocation } from '../../routing/appLocation.ts'
import { useSourceName } from '../../routing/useSourceName.ts'

/** The number of recordings per list. The keys of `byScene` are the codes of B§3. No numbers are shown while `isAwaited`. */
export type LibraryCounts = {
  all: number
  unorganized: number
  trash: number
  byScene: ReadonlyMap<number, number>
  isAwaited?: boolean
}

/** The handlers for recordings dropped on "Unorganized" and "Trash". */
export type SidebarDropHandlers = Readonly<Record<'unorganized' | 'trash', (fileIds: readonly string[]) => void>>

export type LibraryNavProps = {
  counts: LibraryCounts
  /** Shows only icons. */
  narrow?: boolean
  /** The user's folders, below the sources. */
  folders?: ReactNode
  /** Without it, recordings cannot be dropped on these rows. */
  drops?: SidebarDropHandlers | undefined
  /** There is an integration that the user has not seen yet (A§4). */
  hasNews?: boolean | undefined
}

/** The fixed menu, the three lists of the library, the sources that have recordings, and the folders (B§2 Sidebar). */
export function LibraryNav({ counts, narrow = false, folders, drops, hasNews }: LibraryNavProps) {
  const t = useTranslations('app')
  const getSourceName = useSourceName()
  const { list, isExploreOpen } = useAppLocation()
  const category = isExploreOpen ? undefined : list?.categoryId
  const listRowProps = (id: 'allFiles' | 'unorganized' | 'trash') => ({
    to: paths.fileList({ categoryId: id }),
    current: category === id,
    dropFolder: null,
    narrow,
  })
  const loadedCounts = counts.isAwaited === true ? undefined : counts
  const sources = SOURCES.filter((source) => (counts.byScene.get(SCENES[source]) ?? 0) > 0)
  return (
    <nav aria-label={t('navigation')} data-navigation="" className="grid grid-cols-1 gap-0.5 [&_ul]:grid-cols-1">
      <SidebarMenu narrow={narrow} hasNews={hasNews} />
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

function SectionCaption({ narrow, children }: { narrow: boolean; children: ReactNode }) {
  if (narrow) return <hr className="mx-2 my-2 border-line" />
  return <h2 className="px-2.5 pt-4 pb-1.5 text-xs font-[550] tracking-[0.02em] text-ink3">{children}</h2>
}
