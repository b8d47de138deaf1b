import { classes } from '#ui/styles/classes.ts'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ROW_HEIGHT } from '../rows/rowProps.ts'
import type { ListLayout } from '../rows/rowProps.ts'
import { Button } from '#ui/button/Button.tsx'

/** Placeholder of the list: filter, column headers and rows. */
export function ListSkeleton({ layout }: { layout: ListLayout }) {
  const isColumns = layout === 'columns'
  return (
    <SkeletonGroup className="min-h-0 flex-1 overflow-hidden">
      {isColumns ? (
        <div className="h-10 border-b border-line" />
      ) : (
        <div className="px-3.5 pt-3 pb-1.5">
          <Skeleton className="h-10 rounded-md" />
        </div>
      )}
      {Array.from({ length: isColumns ? 14 : 8 }, (_, row) => (
        <div
          key={row}
          style={{ height: ROW_HEIGHT[layout] }}
          className={classes(
            'flex border-b border-line pr-4.5 pl-4.5',
            isColumns ? 'items-center justify-between pl-10 pointer-coarse:pl-4.5' : 'flex-col justify-center gap-2.5',
          )}
        >
          <Skeleton className={row % 2 === 0 ? 'h-3.5 w-2/5' : 'h-3.5 w-1/4'} />
          <Skeleton className="h-3 w-1/4" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

type LoadProgressProps = {
  /** More is being loaded or sorted. */
  isLoading: boolean
  /** Loading failed. */
  hasFailed: boolean
  onRetry: () => void
}

/** Progress above the rows while they are incomplete. Takes no space, except for an error. */
export function LoadProgress({ isLoading, hasFailed, onRetry }: LoadProgressProps) {
  const [t, ui] = [useTranslations('files'), useTranslations('ui')]
  if (hasFailed)
    return (
      <div role="alert" className="flex flex-none items-center justify-between gap-2 border-b border-line py-1 pr-3 pl-4.5">
        <p className="text-sm text-ink2">{t('load_rest_failed')}</p>
        <Button variant="quiet" size="sm" onClick={onRetry}>
          {ui('try_again')}
        </Button>
      </div>
    )
  if (!isLoading) return null
  return (
    <div className="relative z-1 h-0 flex-none">
      <div
        role="progressbar"
        aria-label={t('loading_rest')}
        className="absolute inset-x-0 top-0 h-0.5 animate-pulse bg-accent motion-reduce:animate-none"
      />
    </div>
  )
}
