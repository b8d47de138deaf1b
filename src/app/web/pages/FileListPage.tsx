import { useFolder } from '#features/folders/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Category } from '../routing/fileListSearch.ts'
import { getMainPanel } from '../routing/mainPanel.ts'
import { useAppLocation } from '../routing/appLocation.ts'
import { useSourceName } from '../routing/useSourceName.ts'
import { withPagesNamespace } from '../withNamespace.ts'

const LazyNoMembershipPanel = lazyComponent(
  withPagesNamespace(async () => (await import('./membership/NoMembershipPanel.tsx')).NoMembershipPanel),
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
