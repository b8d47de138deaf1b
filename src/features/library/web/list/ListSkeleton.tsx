import { classes } from '#ui/styles/classes.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ROW_HEIGHT } from '../rows/FileListRow.tsx'
import type { ListLayout } from './useListLayout.ts'

/** Placeholder of the list: filter, column headers and rows. */
export function ListSkeleton({ layout }: { layout: ListLayout }) {
  const t = useTranslations('ui')
  const isColumns = layout === 'columns'
  return (
    <div role="status" className="min-h-0 flex-1 overflow-hidden">
      <span className="sr-only">{t('loading')}</span>
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
            'flex border-b border-line pr-4.5 pl-10 pointer-coarse:pl-4.5',
            isColumns ? 'items-center justify-between' : 'flex-col justify-center gap-2.5',
          )}
        >
          <Skeleton className={row % 2 === 0 ? 'h-3.5 w-2/5' : 'h-3.5 w-1/4'} />
          <Skeleton className="h-3 w-1/4" />
        </div>
      ))}
    </div>
  )
}
