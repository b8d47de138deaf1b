import { LOW_PERCENT, usagePercent, showsResetHour, wholeMinutes } from '../../rules.ts'
import { classes } from '#ui/styles/classes.ts'
import type { Seconds } from '#shared/units.ts'
import { minutes, seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'

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

/** Returns a formatter such as "812 of 1,200 minutes left" with whole minutes, rounded down. */
export function useMinutesLeftFormatter(): (left: Seconds, total: Seconds) => string {
  const t = useTranslations('membership')
  const { number } = useFormat()
  return (left, total) => t('member_left', { left: number(wholeMinutes(left)), total: number(wholeMinutes(total)) })
}

/** Returns a formatter for "Resets on 3 December". */
export function useResetFormatter(): (resetTime: Seconds) => string {
  const t = useTranslations('membership')
  const formatMoment = useResetMoment()
  return (resetTime) => t('member_resets', { when: formatMoment(resetTime) })
}

/** Returns a formatter for the time of the next reset, with the time of day when it is near (A§2). */
export function useResetMoment(): (resetTime: Seconds) => string {
  const { date, dateTime } = useFormat()
  const now = useNow(minutes(1))
  return (resetTime) => {
    const resetAt = seconds(resetTime)
    return showsResetHour(resetTime, now) ? dateTime(resetAt) : date(resetAt)
  }
}
