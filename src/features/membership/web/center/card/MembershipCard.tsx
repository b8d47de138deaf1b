import { Link } from '@tanstack/react-router'
import { minutes, seconds } from '#shared/units.ts'
import { track } from '#features/telemetry/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { buttonClass } from '#ui/button/Button.tsx'
import { endsBeforeReset, isRenewing, isUnlimited, showsResetHour, freeTrialDaysLeft, wholeMinutes } from '../../../rules.ts'
import type { Membership } from '../../MembershipContext.ts'
import { type OwnSubscription, useOwnPrice, usePayingSubscription, useProductName } from '../../offers/offersStore.ts'
import { GetDeviceLink } from '../GetDeviceLink.tsx'
import { LoadingPanel } from '../LoadingPanel.tsx'
import { Card, Fact, Facts } from './Card.tsx'
import { AMOUNT_CLASS, MinutesLeft, NUMBER_CLASS } from './MinutesLeft.tsx'

/** The plan, its remaining minutes, when it ends or renews, and the next reset (A§2). */
export function MembershipCard({ membership, sellsDevices }: { membership: Membership; sellsDevices: boolean }) {
  const t = useTranslations('membership')
  const { membership_type, expire_time, reset_time } = membership
  const hasNoLimit = isUnlimited(membership_type)
  return (
    <Card
      title={t(`plan_${membership_type}`)}
      badge={membership.is_free_trial_now && <TrialBadge membership={membership} />}
      actions={
        <>
          {/* Starters see a link to get a device (A§6). */}
          {membership_type === 'starter' && sellsDevices && <GetDeviceLink />}
          <Link
            to="/member/manage"
            // A§2: opening the details counts as one page change.
            onClick={() => track('page_change', { page: 'details' })}
            className={buttonClass()}
          >
            {t('member_manage')}
          </Link>
        </>
      }
    >
      {hasNoLimit ? (
        <>
          <p className={`${AMOUNT_CLASS} mt-1.5`}>
            <strong className={NUMBER_CLASS}>{t('member_unlimited')}</strong>
          </p>
          <LoadingPanel type="unlimited_shining" className="mt-3" />
        </>
      ) : (
        <MinutesLeft left={membership.seconds_left} total={membership.seconds_total} />
      )}
      {(expire_time > 0 || (!hasNoLimit && reset_time > 0)) && (
        <Facts>
          {expire_time > 0 && <EndFact membership={membership} />}
          <TrialPriceFact membership={membership} />
          {!hasNoLimit && reset_time > 0 && !endsBeforeReset(membership) && <ResetFact membership={membership} />}
        </Facts>
      )}
    </Card>
  )
}

/** What follows a trial at which price, unless the trial was canceled. */
function TrialPriceFact({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const subscription = usePayingSubscription(membership)
  const price = useOwnPrice()
  if (!membership.is_free_trial_now || !subscription || subscription.isCanceled) return null
  if (subscription.next) return <NextPlanFact next={subscription.next} />
  return <Fact name={t('centre_trial_then')} value={price} note={t('centre_renews_web')} />
}

/** The plan that a downgrade begins with, and when. */
function NextPlanFact({ next }: { next: NonNullable<OwnSubscription['next']> }) {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const name = useProductName()(next.plan)
  return <Fact name={t('centre_next')} value={name} note={t('centre_next_from', { date: date(seconds(next.startsAt)) })} />
}

/** "Trial · 5 days left". */
export function TrialBadge({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const now = useNow(minutes(1))
  return (
    <Chip tone="accent" className="font-[560]">
      {t('centre_trial_badge', { count: freeTrialDaysLeft(membership.start_time, now) })}
    </Chip>
  )
}

/** When the trial or the plan ends, when the plan renews and through which channel, or which plan follows instead. */
function EndFact({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const { expire_time, is_free_trial_now, autorenew } = membership
  const next = usePayingSubscription(membership)?.next
  const value = date(seconds(expire_time))
  const renews = isRenewing(membership)
  if (is_free_trial_now)
    return <Fact name={t('centre_trial_ends')} value={value} note={renews ? t('centre_trial_cancel') : undefined} />
  if (next) return <NextPlanFact next={next} />
  if (!renews) return <Fact name={t('centre_ends')} value={value} note={t('centre_no_renewal')} />
  const note =
    autorenew === 'ios' ? t('centre_renews_ios') : autorenew === 'android' ? t('centre_renews_android') : t('centre_renews_web')
  return <Fact name={t('centre_renews')} value={value} note={note} />
}

/** The next reset of the minutes: its day, with the time when it is within 2 days (A§2). */
function ResetFact({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const { date, dateTime, number } = useFormat()
  const now = useNow(minutes(1))
  const resetAt = seconds(membership.reset_time)
  return (
    <Fact
      name={t('centre_resets')}
      value={showsResetHour(membership.reset_time, now) ? dateTime(resetAt) : date(resetAt)}
      note={t('centre_resets_note', { total: number(wholeMinutes(membership.seconds_total)) })}
    />
  )
}
