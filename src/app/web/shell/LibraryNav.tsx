import { AudioLines, Inbox, Library, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCENES } from '#features/files/contract.ts'
import { paths } from '#kit/paths.ts'
import { useWords } from '#ui/words.ts'
import { SOURCES } from './fileListSearch.ts'
import { SidebarMenu } from './SidebarMenu.tsx'
import { SidebarRow } from './SidebarRow.tsx'
import { usePlace } from './usePlace.ts'
import { useSourceName } from './useSourceName.ts'

/** How many recordings lie where; `byScene` by the codes of B§3. `isAwaited`: nobody knows yet, and no number is shown. */
export type LibraryCounts = {
  all: number
  unorganized: number
  trash: number
  byScene: ReadonlyMap<number, number>
  isAwaited?: boolean
}

/** What is done with recordings dropped on a shelf. */
export type ShelfDrops = Readonly<Record<'unorganized' | 'trash', (fileIds: readonly string[]) => void>>

export type LibraryNavProps = {
  counts: LibraryCounts
  /** Icons only. */
  narrow?: boolean
  /** The user's folders, below the sources. */
  folders?: ReactNode
  /** Without it the shelves take no recordings. */
  drops?: ShelfDrops | undefined
  /** A connection was not looked at yet (A§4). */
  hasNews?: boolean | undefined
}

/** The fixed menu, the shelves of the library, the sources that have something in them, the folders (B§2 Sidebar). */
export function LibraryNav({ counts, narrow = false, folders, drops, hasNews }: LibraryNavProps) {
  const t = useWords('app')
  const nameOf = useSourceName()
  const { list, isExplore } = usePlace()
  const category = isExplore ? undefined : list?.categoryId
  const shelf = (id: 'allFiles' | 'unorganized' | 'trash') => ({
    to: paths.fileList({ categoryId: id }),
    current: category === id,
    dropFolder: null,
    narrow,
  })
  const known = counts.isAwaited === true ? undefined : counts
  const sources = SOURCES.filter((source) => (counts.byScene.get(SCENES[source]) ?? 0) > 0)
  return (
    <nav aria-label={t('navigation')} data-navigation="" className="grid grid-cols-1 gap-0.5 [&_ul]:grid-cols-1">
      <SidebarMenu narrow={narrow} hasNews={hasNews} />
      <Caption narrow={narrow}>{t('library')}</Caption>
      <ul className="grid gap-0.5">
        <SidebarRow {...shelf('allFiles')} icon={<Library aria-hidden />} label={t('all_files')} count={known?.all} />
        <SidebarRow
          {...shelf('unorganized')}
          icon={<Inbox aria-hidden />}
          label={t('unorganized')}
          count={known?.unorganized}
          onFiles={drops?.unorganized}
        />
        <SidebarRow
          {...shelf('trash')}
          icon={<Trash2 aria-hidden />}
          label={t('trash')}
          count={known?.trash}
          onFiles={drops?.trash}
        />
      </ul>
      {!narrow && sources.length > 0 && (
        <>
          <Caption narrow={false}>{t('sources')}</Caption>
          <ul className="grid gap-0.5">
            {sources.map((source) => (
              <SidebarRow
                key={source}
                to={paths.fileList({ categoryId: source })}
                icon={<AudioLines aria-hidden />}
                label={nameOf(source)}
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

function Caption({ narrow, children }: { narrow: boolean; children: ReactNode }) {
  if (narrow) return <hr className="mx-2 my-2 border-line" />
  return <h2 className="px-2.5 pt-4 pb-1.5 text-xs font-[550] tracking-[0.02em] text-ink3">{children}</h2>
}
