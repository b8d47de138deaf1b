import { AudioLines, FolderOpen, Inbox, SearchX, Trash2 } from 'lucide-react'
import { useOpenUpload } from '#features/upload/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { ListView } from '#features/files/rules.ts'

/** The empty state of a list: why it is empty, and an action that adds something. */
export function EmptyList({ tagId, categoryId }: ListView) {
  const t = useTranslations('files')
  const tLibrary = useTranslations('library')
  const openUpload = useOpenUpload()
  if (tagId !== undefined) return <EmptyState icon={<FolderOpen aria-hidden />}>{t('empty_folder')}</EmptyState>
  if (categoryId === 'trash') return <EmptyState icon={<Trash2 aria-hidden />}>{t('empty_trash')}</EmptyState>
  if (categoryId === 'unorganized') return <EmptyState icon={<Inbox aria-hidden />}>{t('empty_unorganized')}</EmptyState>
  return (
    <EmptyState
      icon={<AudioLines aria-hidden />}
      action={
        <Button variant="main" onClick={() => openUpload()}>
          {tLibrary('upload_audio')}
        </Button>
      }
    >
      {t('empty_library')}
    </EmptyState>
  )
}

/** The empty state of a search without matches. */
export function NoMatches({ query, onClear }: { query: string; onClear: () => void }) {
  const t = useTranslations('files')
  return (
    <EmptyState icon={<SearchX aria-hidden />} action={<Button onClick={onClear}>{t('clear_search')}</Button>}>
      {t('nothing_found', { query: query.trim() })}
    </EmptyState>
  )
}
