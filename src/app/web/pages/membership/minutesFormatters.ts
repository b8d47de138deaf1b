import { showsResetHour } from '#features/membership/rules.ts'
import { minutes, seconds } from '#shared/units.ts'
import type { Seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Returns a formatter such as "812 of 1,200 minutes left" with whole minutes, rounded down. */
export function useMinutesLeftFormatter(): (left: Seconds, total: Seconds) => string {
  const t = useTranslations('pages')
  const { number } = useFormat()
  const wholeMinutes = (length: Seconds) => number(Math.floor(length / 60))
  return (left, total) => t('member_left', { left: wholeMinutes(left), total: wholeMinutes(total) })
}

/** Returns a formatter for the time of the next reset, with the time of day when it is near (A§2). */
export function useResetFormatter(): (resetTime: Seconds) => string {
  const t = useTranslations('pages')
  const { date, dateTime } = useFormat()
  const now = useNow(minutes(1))
  return (resetTime) => {
    const resetAt = seconds(resetTime)
    return t('member_full_again', { when: showsResetHour(resetTime, now) ? dateTime(resetAt) : date(resetAt) })
  }
}
