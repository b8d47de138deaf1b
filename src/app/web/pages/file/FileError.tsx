import { FileQuestion } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PATH_AFTER_TRASH } from '#shared/paths.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { PageLink } from '#ui/link/PageLink.tsx'

export type FileErrorProps = {
  /** Null when the server answered that the recording does not exist. */
  error: unknown
  /** The recording was shown before, so it has been deleted since. */
  wasLoaded: boolean
  retrying: boolean
  onRetry: () => void
}

/** Shown instead of a recording that does not exist or could not be loaded. */
export function FileError({ error, wasLoaded, retrying, onRetry }: FileErrorProps) {
  const t = useTranslations('files')
  if (error)
    return <ErrorState className="h-full" error={error} title={t('file_not_read')} retrying={retrying} onRetry={onRetry} />
  return (
    <EmptyState
      className="h-full"
      icon={<FileQuestion aria-hidden />}
      action={
        <PageLink to={PATH_AFTER_TRASH} className={buttonClass({})}>
          {t('file_to_all')}
        </PageLink>
      }
    >
      {wasLoaded ? t('file_deleted_meanwhile') : t('file_not_found')}
    </EmptyState>
  )
}
