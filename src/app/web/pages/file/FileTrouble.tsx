import { FileQuestion } from 'lucide-react'
import { useWords } from '#ui/words.ts'
import { AFTER_TRASH } from '#kit/paths.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { buttonClass } from '#ui/buttonClass.ts'
import { PageLink } from '#ui/PageLink.tsx'

export type FileTroubleProps = {
  /** Null when the server answered and there is no such recording. */
  error: unknown
  /** It was shown here a moment ago: somebody has deleted it since. */
  wasThere: boolean
  retrying: boolean
  onRetry: () => void
}

/** In place of a recording: it is not there, or it could not be read. */
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
