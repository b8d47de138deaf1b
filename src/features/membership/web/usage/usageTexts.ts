import type { Seconds } from '#shared/units.ts'
import { minutes, seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { endsBeforeReset, freeTrialDaysLeft, isUnlimited, showsResetHour, wholeMinutes } from '../../rules.ts'
import type { Membership } from '../MembershipContext.ts'

/** Returns the name of the plan, with the suffix of a free trial (B§6). */
export function usePlanName({ membership_type, is_free_trial_now }: Membership): string {
  const t = useTranslations('membership')
  const plan = t(`plan_${membership_type}`)
  return is_free_trial_now ? t('usage_trial', { plan }) : plan
}

/** Returns when a trial or a plan ends, or when the minutes reset; empty for unlimited plans that go on. */
export function useNextChange(membership: Membership): string {
  const { membership_type, is_free_trial_now, start_time, expire_time, reset_time } = membership
  const t = useTranslations('membership')
  const { date } = useFormat()
  const formatReset = useResetFormatter()
  const now = useNow(null)
  if (is_free_trial_now) {
    const days = t('trial_days', { count: freeTrialDaysLeft(start_time, now) })
    return t('usage_trial_left', { days, date: date(seconds(expire_time)) })
  }
  if (endsBeforeReset(membership)) return t('member_ends', { when: date(seconds(expire_time)) })
  return isUnlimited(membership_type) ? '' : formatReset(reset_time)
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

/** Returns a formatter for seconds of the quota in whole minutes: "48 min", "1 h 12 min". */
export function useMinutesText(): (length: Seconds, kind: 'left' | 'used') => string {
  const { duration, number } = useFormat()
  return (length, kind) => {
    const count = wholeMinutes(length, kind)
    return count === 0 ? number(0, { style: 'unit', unit: 'minute', unitDisplay: 'short' }) : duration(count * 60)
  }
}
