import { AudioLines } from 'lucide-react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useWords } from '#ui/words.ts'
import { usePlace } from '../shell/usePlace.ts'
import { useSourceName } from '../shell/useSourceName.ts'

/** /file-list (A§2): the list stands beside; here is what one sees before a recording is chosen. */
export function FileListPage() {
  const t = useWords('app')
  const nameOf = useSourceName()
  const category = usePlace().list?.categoryId
  usePageTitle(titleOf())
  return (
    <EmptyState className="h-full" icon={<AudioLines aria-hidden />}>
      {t('choose_recording')}
    </EmptyState>
  )

  function titleOf(): string {
    if (category === undefined) return t('folder_title')
    if (category === 'allFiles') return t('all_files')
    return category === 'unorganized' || category === 'trash' ? t(category) : nameOf(category)
  }
}
