import { seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { endsBeforeReset, freeTrialDaysLeft, isUnlimited } from '../../rules.ts'
import type { Membership } from '../MembershipContext.ts'
import { useResetFormatter } from '../center/UsageBar.tsx'

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
