import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** A grey placeholder with the size of the content that is loading: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden data-skeleton="" className={classes('block animate-pulse rounded-sm bg-line', className)} />
}

type SkeletonGroupProps = { className?: string; children: ReactNode }

/** The placeholders of one part of a page. Screen readers announce "Loading". */
export function SkeletonGroup({ className, children }: SkeletonGroupProps) {
  const t = useTranslations('ui')
  return (
    <div role="status" className={className}>
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  )
}

/** Placeholder rows for a list that is loading. */
export function SkeletonRows({ rows = 6, rowClassName = 'h-16' }: { rows?: number; rowClassName?: string }) {
  return (
    <SkeletonGroup className="overflow-hidden">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes('flex flex-col justify-center gap-2 border-b border-line px-4.5', rowClassName)}>
          <Skeleton className={row % 2 === 0 ? 'h-3.5 w-3/5' : 'h-3.5 w-2/5'} />
          <Skeleton className="h-3 w-1/4" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
