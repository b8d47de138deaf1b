import { FileQuestion } from 'lucide-react'
import { useWords } from '#ui/words.ts'
import { AFTER_TRASH } from '#kit/paths.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { buttonClass } from '#ui/buttonClass.ts'
import { PageLink } from '#ui/PageLink.tsx'

export type FileTroubleProps = {
  /** Null when the server answered that the recording does not exist. */
  error: unknown
  /** The recording was shown before, so it has been deleted since. */
  wasThere: boolean
  retrying: boolean
  onRetry: () => void
}

/** Shown instead of a recording that does not exist or could not be loaded. */
export function FileTrouble({ error, wasThere, retrying, onRetry }: FileTroubleProps) {
  const t = useWords('files')
  if (error)
    return <ErrorState className="h-full" error={error} title={t('file_not_read')} retrying={retrying} onRetry={onRetry} />
  return (
    <EmptyState
      className="h-full"
      icon={<FileQuestion aria-hidden />}
      action={
        <PageLink to={AFTER_TRASH} className={buttonClass({})}>
          {t('file_to_all')}
        </PageLink>
      }
    >
      {wasThere ? t('file_deleted_meanwhile') : t('file_not_found')}
    </EmptyState>
  )
}
