import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { classes } from '#ui/styles/classes.ts'
import type { SummaryForm } from '../contract.ts'
import { coveredPercent } from '../rules.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

export type CoverageLineProps = { coverage: SummaryForm['coverage']; className?: string }

/** Shows how much of the recording was read, in words and as a bar. */
export function CoverageLine({ coverage, className }: CoverageLineProps) {
  const t = useTranslations('notes')
  const { percent } = useFormat()
  const percentage = coveredPercent(coverage.share)
  const span = { from: formatTimestamp(coverage.start_time), to: formatTimestamp(coverage.end_time) }
  return (
    <div className={classes('flex items-center gap-x-2.5 whitespace-nowrap', className)}>
      <span className={classes('truncate', percentage < 100 && 'text-warn')}>
        {percentage === 100 ? t('readInFull', span) : t('coversPart', { ...span, percent: percentage })}
      </span>
      <span className="flex min-w-22 flex-1 items-center gap-2.5">
        {/* The text before it says the same. */}
        <span aria-hidden className="h-1.5 min-w-10 max-w-40 flex-1 overflow-hidden rounded-full bg-line">
          <span
            className={percentage === 100 ? 'block h-full bg-accent' : 'block h-full bg-warn'}
            style={{ width: `${percentage}%` }}
          />
        </span>
        {percentage === 100 && <span>{percent(1)}</span>}
      </span>
    </div>
  )
}
