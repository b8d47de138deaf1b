import { useFolder } from '#features/folders/web.tsx'
import { isSource } from '#features/files/rules.ts'
import type { ListView } from '#features/files/rules.ts'
import { useSourceName } from '#features/files/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Returns the title of a list: the name of its folder, of its source, or of the fixed list. */
export function useListTitle({ tagId, categoryId }: ListView): string {
  const t = useTranslations('files')
  const folder = useFolder(tagId)
  const getSourceName = useSourceName()
  if (tagId !== undefined) return folder?.name ?? t('folder')
  if (categoryId === 'unorganized' || categoryId === 'trash') return t(categoryId)
  return isSource(categoryId) ? getSourceName(categoryId) : t('all_files')
}
