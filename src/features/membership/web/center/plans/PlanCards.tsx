import { minutes } from '#shared/units.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { classes } from '#ui/styles/classes.ts'
import { freeTrialDaysLeft } from '../../../rules.ts'
import type { Membership } from '../../MembershipContext.ts'
import { useArePricesLoading, useMembershipOffers } from '../../offers/offersStore.ts'
import { type BillingPeriod, formatPrice, splitPlan } from '../../offers/products.ts'
import { useFreeTrial } from '../../trial/useFreeTrial.ts'
import { PLANS, PlanBenefits, type Plan } from '../PlanBenefits.tsx'
import { isTallLocale } from '../contentLayout.ts'
import { PlanButton } from './PlanButton.tsx'
import { PENDING_CLASS, PlanPrice } from './PlanPrice.tsx'
import { planState } from './planState.ts'

type PlanCardProps = { plan: Plan; period: BillingPeriod; membership: Membership }

/** The plans with their benefits, and with their prices where they can be bought (A§2). Starter is always shown. */
export function PlanCards({ period, membership }: Omit<PlanCardProps, 'plan'>) {
  const locale = useLocale()
  return (
    <div className="@container">
      <div
        className={classes(
          'grid gap-3.5 @min-[42rem]:grid-cols-3 @min-[42rem]:grid-rows-[auto_auto_auto_auto_1fr] @min-[42rem]:gap-y-0',
          isTallLocale(locale) && '@min-[42rem]:min-h-[30rem]',
        )}
      >
        {PLANS.map((plan) => (
          <PlanCard key={plan} plan={plan} period={period} membership={membership} />
        ))}
      </div>
    </div>
  )
}

function PlanCard({ plan, period, membership }: PlanCardProps) {
  const t = useTranslations('membership')
  const offers = useMembershipOffers()
  const canClaimTrial = useFreeTrial()?.can_claim === true
  const state = planState({ plan, period, membership, offers, canClaimTrial })
  const isCurrent = plan === membership.membership_type
  return (
    <section
      aria-labelledby={`plan-${plan}`}
      className={classes(
        // The rows of the three cards are as high as each other.
        'grid grid-cols-1 content-start gap-y-1.5 rounded-lg border bg-raised p-5 @min-[42rem]:row-span-5 @min-[42rem]:grid-rows-subgrid',
        isCurrent ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <div className="flex min-h-6 flex-wrap content-start items-center justify-between gap-2">
        <h2 id={`plan-${plan}`} className="text-lg font-[640]">
          {t(`plan_${plan}`)}
        </h2>
        <PlanChip plan={plan} period={period} membership={membership} />
      </div>
      {membership.can_buy && (
        <>
          <PlanPrice plan={plan} period={period} />
          <div className="mt-2 grid grid-cols-1 content-start gap-2">
            <PlanButton plan={plan} state={state} />
          </div>
        </>
      )}
      <div className={classes('mt-3 border-t border-line pt-3.5', !membership.can_buy && '@min-[42rem]:row-span-4')}>
        <PlanBenefits plan={plan} />
      </div>
    </section>
  )
}

function PlanChip({ plan, period, membership }: PlanCardProps) {
  const t = useTranslations('membership')
  const locale = useLocale()
  const offers = useMembershipOffers()
  const isLoading = useArePricesLoading()
  const now = useNow(minutes(1))
  const own = offers?.subscription && splitPlan(offers.subscription.plan)
  if (plan === membership.membership_type) {
    if (membership.is_free_trial_now)
      return <Chip tone="accent">{t('plans_in_trial', { count: freeTrialDaysLeft(membership.start_time, now) })}</Chip>
    const isOther = own?.plan === plan && own.period !== period
    return (
      <Chip tone="accent">{isOther ? t(`plans_yours_${own.period}`, { plan: t(`plan_${plan}`) }) : t('member_your_plan')}</Chip>
    )
  }
  if (plan !== 'unlimited' || period !== 'yearly' || !membership.can_buy) return null
  if (isLoading)
    return (
      <Chip className={PENDING_CLASS}>
        <span aria-hidden>{t('plans_save', { amount: formatPrice(locale, { currency: 'USD' }, 8800, 0) })}</span>
      </Chip>
    )
  const [year, month] = [offers?.amounts['unlimited-yearly'], offers?.amounts['unlimited-monthly']]
  const saved = year !== undefined && month !== undefined ? 12 * month - year : undefined
  if (saved !== undefined && saved <= 0) return null
  const amount = formatPrice(locale, offers, saved, saved !== undefined && saved % 100 === 0 ? 0 : undefined)
  return <Chip tone="waiting">{t('plans_save', { amount })}</Chip>
}
