import { AudioLines, FolderOpen, Inbox, SearchX, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { ListView } from '#features/files/rules.ts'

/** The empty state of a list: why it is empty, and an action that adds something. */
export function EmptyList({ tagId, categoryId, emptyAction }: ListView & { emptyAction?: ReactNode }) {
  const t = useTranslations('files')
  if (tagId !== undefined) return <EmptyState icon={<FolderOpen aria-hidden />}>{t('empty_folder')}</EmptyState>
  if (categoryId === 'trash') return <EmptyState icon={<Trash2 aria-hidden />}>{t('empty_trash')}</EmptyState>
  if (categoryId === 'unorganized') return <EmptyState icon={<Inbox aria-hidden />}>{t('empty_unorganized')}</EmptyState>
  return (
    <EmptyState icon={<AudioLines aria-hidden />} action={emptyAction}>
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
