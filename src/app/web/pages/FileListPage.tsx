import { useFolder } from '#features/folders/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { lazyComponent } from '#ui/lazyPart.tsx'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useTranslations } from '#ui/words.ts'
import type { Category } from '../shell/fileListSearch.ts'
import { getMainPanel } from '../shell/mainPanelOf.ts'
import { useAppLocation } from '../shell/usePlace.ts'
import { useSourceName } from '../shell/useSourceName.ts'
import { withPagesNamespace } from '../withPages.ts'

const LazyNoMembershipPanel = lazyComponent(
  withPagesNamespace(async () => (await import('./member/FreePanel.tsx')).NoMembershipPanel),
)

/** /file-list (A§2): sets the page title. The layout shows the list; users without a membership also see the `free` panel. */
export function FileListPage() {
  const t = useTranslations('app')
  const appLocation = useAppLocation()
  const me = useMe()
  const { tagId, categoryId } = appLocation.list ?? {}
  const folder = useFolder(tagId)
  const category = useCategoryName(categoryId)
  usePageTitle(folder?.name ?? category ?? t('folder_title'))
  // The settings dialog does not change the panel behind it.
  const panel = getMainPanel({ ...appLocation, isSettingsOpen: false }, me && hasMembership(me.membership_type))
  return panel === 'free' ? <LazyNoMembershipPanel errorFallback={null} /> : null
}

function useCategoryName(category: Category | undefined): string | undefined {
  const t = useTranslations('app')
  const getSourceName = useSourceName()
  if (category === undefined) return undefined
  if (category === 'allFiles') return t('all_files')
  return category === 'unorganized' || category === 'trash' ? t(category) : getSourceName(category)
}
