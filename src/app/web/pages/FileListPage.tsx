import { AudioLines } from 'lucide-react'
import { useFolder } from '#features/folders/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useWords } from '#ui/words.ts'
import type { Category } from '../shell/fileListSearch.ts'
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
  usePageTitle(folder?.name ?? category ?? t('folder_title'))
  // The settings stand in front and change nothing behind them.
  if (mainPanelOf({ ...place, isSetting: false }, me && hasMembership(me.membership_type)) === 'free')
    return <FreePart failed={null} />
  return (
    <EmptyState className="h-full" icon={<AudioLines aria-hidden />}>
      {t('choose_recording')}
    </EmptyState>
  )
}

function useCategoryName(category: Category | undefined): string | undefined {
  const t = useWords('app')
  const nameOf = useSourceName()
  if (category === undefined) return undefined
  if (category === 'allFiles') return t('all_files')
  return category === 'unorganized' || category === 'trash' ? t(category) : nameOf(category)
}
