import { LOW_PERCENT, usagePercent } from '../../rules.ts'
import { classes } from '#ui/styles/classes.ts'
import type { Seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Shows the remaining minutes as a bar (A§5). Without `usage` the plan is unlimited: the bar is full and is animated once. */
export function UsageBar({ usage }: { usage?: { left: Seconds; total: Seconds } | undefined }) {
  const t = useTranslations('membership')
  const { percent } = useFormat()
  const left = usage ? usagePercent(usage.left, usage.total) : 100
  return (
    <span
      role="meter"
      aria-label={t('member_minutes_left')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={left}
      aria-valuetext={usage ? percent(left / 100) : t('member_unlimited')}
      className="relative block h-1.5 overflow-hidden rounded-full bg-line"
    >
      <span
        className={classes('block h-full rounded-full', left < LOW_PERCENT ? 'bg-warn' : 'bg-accent')}
        style={{ width: `${left}%` }}
      />
      {!usage && (
        <span className="absolute inset-y-0 w-2/5 animate-slide bg-raised/40 [animation-fill-mode:both] [animation-iteration-count:1] motion-reduce:hidden" />
      )}
    </span>
  )
}
