import { useFolder } from '#features/folders/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useWords } from '#ui/words.ts'
import type { Category } from '../shell/fileListSearch.ts'
import { mainPanelOf } from '../shell/mainPanelOf.ts'
import { usePlace } from '../shell/usePlace.ts'
import { useSourceName } from '../shell/useSourceName.ts'
import { withPages } from '../withPages.ts'

const FreePart = lazyPart(withPages(async () => (await import('./member/FreePanel.tsx')).FreePanel))

/** /file-list (A§2): sets the page title. The layout shows the list; users without a membership also see the `free` panel. */
export function FileListPage() {
  const t = useWords('app')
  const place = usePlace()
  const me = useMe()
  const { tagId, categoryId } = place.list ?? {}
  const folder = useFolder(tagId)
  const category = useCategoryName(categoryId)
  usePageTitle(folder?.name ?? category ?? t('folder_title'))
  // The settings dialog does not change the panel behind it.
  const panel = mainPanelOf({ ...place, isSetting: false }, me && hasMembership(me.membership_type))
  return panel === 'free' ? <FreePart failed={null} /> : null
}

function useCategoryName(category: Category | undefined): string | undefined {
  const t = useWords('app')
  const nameOf = useSourceName()
  if (category === undefined) return undefined
  if (category === 'allFiles') return t('all_files')
  return category === 'unorganized' || category === 'trash' ? t(category) : nameOf(category)
}
