import { use } from 'react'
import { minutes } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { freeTrialDaysLeft } from '../../../rules.ts'
import type { Membership } from '../../MembershipContext.ts'
import { PLANS, PlanBenefits, type Plan } from '../PlanBenefits.tsx'
import { isTallLocale } from '../contentLayout.ts'
import { type BillingPeriod, OffersContext, YEARLY_SALE_OFF, formatPrice, monthlyEquivalent } from './prices.ts'

type PlanCardProps = { plan: Plan; period: BillingPeriod; membership: Membership }

/** The plans with their prices and benefits (A§2). Starter is always shown. */
export function PlanCards({ period, membership }: Omit<PlanCardProps, 'plan'>) {
  const locale = useLocale()
  return (
    <div
      className={classes(
        'grid gap-3.5 md:grid-cols-3 md:grid-rows-[auto_auto_auto_auto_1fr] md:gap-y-0',
        isTallLocale(locale) && 'md:min-h-[30rem]',
      )}
    >
      {PLANS.map((plan) => (
        <PlanCard key={plan} plan={plan} period={period} membership={membership} />
      ))}
    </div>
  )
}

function PlanCard({ plan, period, membership }: PlanCardProps) {
  const t = useTranslations('membership')
  const isCurrent = plan === membership.membership_type
  return (
    <section
      aria-labelledby={`plan-${plan}`}
      className={classes(
        // The rows of the three cards are as high as each other.
        'grid grid-cols-1 content-start gap-y-1.5 rounded-lg border bg-raised p-5 md:row-span-5 md:grid-rows-subgrid',
        isCurrent ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <div className="flex min-h-6 flex-wrap content-start items-center justify-between gap-2">
        <h2 id={`plan-${plan}`} className="text-lg font-[640]">
          {t(`plan_${plan}`)}
        </h2>
        <PlanChip plan={plan} period={period} membership={membership} />
      </div>
      <Price plan={plan} period={period} />
      <div className="mt-2 grid grid-cols-1">
        <BuyButton plan={plan} period={period} membership={membership} />
      </div>
      <div className="mt-3 border-t border-line pt-3.5">
        <PlanBenefits plan={plan} />
      </div>
    </section>
  )
}

function PlanChip({ plan, period, membership }: PlanCardProps) {
  const t = useTranslations('membership')
  const { number } = useFormat()
  const locale = useLocale()
  const offers = use(OffersContext)
  const now = useNow(minutes(1))
  if (plan === membership.membership_type) {
    const label = membership.is_free_trial_now
      ? t('plans_in_trial', { count: freeTrialDaysLeft(membership.start_time, now) })
      : t('member_your_plan')
    return <Chip tone="accent">{label}</Chip>
  }
  if (plan !== 'unlimited' || period !== 'yearly') return null
  // Without prices the currency is unknown.
  const amount = offers ? formatPrice(locale, offers, YEARLY_SALE_OFF * 100, 0) : number(YEARLY_SALE_OFF)
  return <Chip tone="waiting">{t('plans_save', { amount })}</Chip>
}

/** The price of a month, and what is billed. */
function Price({ plan, period }: Omit<PlanCardProps, 'membership'>) {
  const t = useTranslations('membership')
  const locale = useLocale()
  const offers = use(OffersContext)
  const amount = plan === 'starter' ? 0 : offers?.amounts[`${plan}-${period}`]
  const isYearly = period === 'yearly'
  const monthly = offers && amount !== undefined && isYearly ? monthlyEquivalent(offers.currency, amount) : amount
  if (plan === 'starter')
    return (
      <>
        <p className={PRICE_CLASS}>
          <strong className={PRICE_NUMBER_CLASS}>{offers ? formatPrice(locale, offers, 0, 0) : '0'}</strong>
        </p>
        <p className="min-h-5 text-sm text-ink2">{t('plans_free')}</p>
      </>
    )
  return (
    <>
      <p className={PRICE_CLASS}>
        <strong className={PRICE_NUMBER_CLASS}>{formatPrice(locale, offers, monthly)}</strong> {t('plans_per_month')}
      </p>
      <p className="min-h-5 text-sm text-ink2">
        {isYearly ? t('plans_billed_yearly', { price: formatPrice(locale, offers, amount) }) : t('plans_billed_monthly')}
      </p>
    </>
  )
}

const PRICE_CLASS = 'text-base text-ink2'
const PRICE_NUMBER_CLASS = 'text-[2.25rem] leading-[3rem] font-[300] tracking-[-0.03em] text-ink'

/** Buys the plan. Starter comes with every account, and the current plan cannot be bought again (A§5). */
function BuyButton({ plan, period, membership }: PlanCardProps) {
  const t = useTranslations('membership')
  const offers = use(OffersContext)
  const product = plan === 'starter' ? undefined : (`${plan}-${period}` as const)
  const isCurrent = plan === membership.membership_type
  if (product === undefined || isCurrent)
    return (
      <p className="flex min-h-10 items-center justify-center rounded-md bg-sunken px-3 text-md text-ink2 pointer-coarse:min-h-11">
        {isCurrent ? t('member_your_plan') : t('plans_included')}
      </p>
    )
  const isOffered = offers?.amounts[product] !== undefined
  return (
    <Button
      variant={plan === 'unlimited' ? 'main' : 'plain'}
      className="min-h-10"
      disabledReason={!isOffered && t('plans_no_prices')}
      onClick={() => offers?.buy(product)}
    >
      {t('plans_choose', { plan: t(`plan_${plan}`) })}
    </Button>
  )
}
