import { useWords } from '#ui/words.ts'
import { isSource } from '../rules.ts'
import type { Shelf } from '../rules.ts'

/** What a shelf is called; a folder by `title`, which only its own feature knows. */
export function useShelfTitle({ tagId, categoryId, title }: Shelf & { title?: string | undefined }): string {
  const t = useWords('files')
  if (title !== undefined) return title
  if (tagId !== undefined) return t('folder')
  if (categoryId === 'unorganized' || categoryId === 'trash') return t(categoryId)
  return isSource(categoryId) ? t(`source_${categoryId}`) : t('all_files')
}
