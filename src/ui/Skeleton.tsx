import { classes } from './classes.ts'
import { useWords } from './words.ts'

/** One grey shape in the place and size of what will come: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden data-skeleton="" className={classes('block animate-pulse rounded-sm bg-line', className)} />
}

/** Rows in the shape of a list that is loading; says "Loading" to those who listen. */
export function SkeletonRows({ rows = 6, rowClassName = 'h-16' }: { rows?: number; rowClassName?: string }) {
  const t = useWords('ui')
  return (
    <div role="status" className="overflow-hidden">
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes('flex flex-col justify-center gap-2 border-b border-line px-4.5', rowClassName)}>
          <Skeleton className={row % 2 === 0 ? 'h-3.5 w-3/5' : 'h-3.5 w-2/5'} />
          <Skeleton className="h-3 w-1/4" />
        </div>
      ))}
    </div>
  )
}
