import { AudioLines } from 'lucide-react'
import { useCounts } from '#features/files/web.tsx'
import { useFolder } from '#features/folders/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useWords } from '#ui/words.ts'
import type { Category, FileListSearch } from '../shell/fileListSearch.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { withPages } from '../withPages.ts'
import { mainPanelOf } from '../shell/mainPanelOf.ts'
import { usePlace } from '../shell/usePlace.ts'
import { useSourceName } from '../shell/useSourceName.ts'

const FreePart = lazyPart(withPages(async () => (await import('./member/FreePanel.tsx')).FreePanel))

/** /file-list (A§2): the list stands beside; here is what one sees before a recording is chosen. */
export function FileListPage() {
  const t = useWords('app')
  const place = usePlace()
  const me = useMe()
  const { tagId, categoryId } = place.list ?? {}
  const folder = useFolder(tagId)
  const category = useCategoryName(categoryId)
  const isEmpty = useIsEmpty(place.list)
  usePageTitle(folder?.name ?? category ?? t('folder_title'))
  // The settings stand in front and change nothing behind them.
  if (mainPanelOf({ ...place, isSetting: false }, me && hasMembership(me.membership_type)) === 'free')
    return <FreePart failed={null} />
  // The list has said that it is empty.
  if (isEmpty) return null
  return (
    <EmptyState className="h-full" icon={<AudioLines aria-hidden />}>
      {t('choose_recording')}
    </EmptyState>
  )
}

/** Whether there is nothing to choose; not while that is not known. A source without recordings has no row to come by. */
function useIsEmpty(list: FileListSearch | undefined): boolean {
  const { isKnown, all, unorganized, trash, byFolder } = useCounts()
  if (!isKnown || list === undefined) return false
  if (list.tagId !== undefined) return (byFolder.get(list.tagId) ?? 0) === 0
  if (list.categoryId === 'trash') return trash === 0
  return list.categoryId === 'unorganized' ? unorganized === 0 : all === 0
}

function useCategoryName(category: Category | undefined): string | undefined {
  const t = useWords('app')
  const nameOf = useSourceName()
  if (category === undefined) return undefined
  if (category === 'allFiles') return t('all_files')
  return category === 'unorganized' || category === 'trash' ? t(category) : nameOf(category)
}
