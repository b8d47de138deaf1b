import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The page of ask. */
export function AskPage() {
  const t = useTranslations('ask')
  return <EmptyState>{t('nothing_yet')}</EmptyState>
}
