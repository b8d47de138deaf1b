import { minutes, seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { freeTrialDaysLeft } from '../../../rules.ts'
import type { Membership } from '../../MembershipContext.ts'
import { useMembershipOffers } from '../../offers/offersStore.ts'
import {
  type BillingPeriod,
  type PaidPlan,
  YEARLY_SALE_OFF,
  formatPrice,
  monthlyEquivalent,
  splitPlan,
} from '../../offers/products.ts'
import { useFreeTrial } from '../../trial/useFreeTrial.ts'
import { PLANS, PlanBenefits, type Plan } from '../PlanBenefits.tsx'
import { isTallLocale } from '../contentLayout.ts'
import { type PlanState, planState } from './planState.ts'

type PlanCardProps = { plan: Plan; period: BillingPeriod; membership: Membership }

/** The plans with their benefits, and with their prices where they can be bought (A§2). Starter is always shown. */
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
  const offers = useMembershipOffers()
  const canClaimTrial = useFreeTrial()?.can_claim === true
  const state = planState({ plan, period, membership, offers, canClaimTrial })
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
      {membership.can_buy && (
        <>
          <Price plan={plan} period={period} />
          <div className="mt-2 grid grid-cols-1 content-start gap-2">
            <PlanButton plan={plan} state={state} />
          </div>
        </>
      )}
      <div className={classes('mt-3 border-t border-line pt-3.5', !membership.can_buy && 'md:row-span-4')}>
        <PlanBenefits plan={plan} />
      </div>
    </section>
  )
}

function PlanChip({ plan, period, membership }: PlanCardProps) {
  const t = useTranslations('membership')
  const { number } = useFormat()
  const locale = useLocale()
  const offers = useMembershipOffers()
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
  const [year, month] = [offers?.amounts['unlimited-yearly'], offers?.amounts['unlimited-monthly']]
  const saved = year !== undefined && month !== undefined ? 12 * month - year : undefined
  if (saved !== undefined && saved <= 0) return null
  // Without prices the currency is unknown.
  const amount =
    saved === undefined ? number(YEARLY_SALE_OFF) : formatPrice(locale, offers, saved, saved % 100 === 0 ? 0 : undefined)
  return <Chip tone="waiting">{t('plans_save', { amount })}</Chip>
}

/** The price of a month, and what is billed. */
function Price({ plan, period }: Omit<PlanCardProps, 'membership'>) {
  const t = useTranslations('membership')
  const locale = useLocale()
  const offers = useMembershipOffers()
  if (plan === 'starter')
    return (
      <>
        <p className={PRICE_CLASS}>
          <strong className={PRICE_NUMBER_CLASS}>{offers ? formatPrice(locale, offers, 0, 0) : '0'}</strong>
        </p>
        <p className="min-h-5 text-sm text-ink2">{t('plans_free')}</p>
      </>
    )
  const amount = offers?.amounts[`${plan}-${period}`]
  const isYearly = period === 'yearly'
  const monthly = offers && amount !== undefined && isYearly ? monthlyEquivalent(offers.currency, amount) : amount
  return (
    <>
      <p className={PRICE_CLASS}>
        <strong className={PRICE_NUMBER_CLASS}>{formatPrice(locale, offers, monthly)}</strong> {t('plans_per_month')}
      </p>
      <p className="min-h-5 text-sm text-ink2">
        {isYearly ? t('plans_billed_yearly', { price: formatPrice(locale, offers, amount) }) : t('plans_billed_monthly')}
        {isYearly && <TwelveMonths plan={plan} />}
      </p>
    </>
  )
}

/** What twelve single months cost, struck out, when a year is cheaper. */
function TwelveMonths({ plan }: { plan: PaidPlan }) {
  const t = useTranslations('membership')
  const locale = useLocale()
  const offers = useMembershipOffers()
  const month = offers?.amounts[`${plan}-monthly`]
  if (month === undefined || !offers?.discounts[`${plan}-yearly`]) return null
  return (
    <>
      {' '}
      <s className="text-ink3">
        <span className="sr-only">{t('plans_instead_of')} </span>
        {formatPrice(locale, offers, 12 * month)}
      </s>
    </>
  )
}

const PRICE_CLASS = 'text-base text-ink2'
const PRICE_NUMBER_CLASS = 'text-[2.25rem] leading-[3rem] font-[300] tracking-[-0.03em] text-ink'

/** What can be done about the plan, or why nothing can. */
function PlanButton({ plan, state }: { plan: Plan; state: PlanState }) {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const offers = useMembershipOffers()
  if (state.kind === 'current') return <PlanNote>{t('member_your_plan')}</PlanNote>
  if (state.kind === 'included') return <PlanNote>{t('plans_included')}</PlanNote>
  if (state.kind === 'scheduled') return <PlanNote>{t('plans_begins', { date: date(seconds(state.startsAt)) })}</PlanNote>
  const { product } = state
  const button = {
    className: 'min-h-10',
    busy: offers?.busy === product,
    disabledReason: offers?.amounts[product] === undefined && t('plans_no_prices'),
  }
  const name = t(`plan_${plan}`)
  if (state.kind === 'choose' && state.canTry)
    return (
      <>
        <Button {...button} variant="main" onClick={() => offers?.buy(product, { isTrial: true })}>
          {t('limit_trial_start')}
        </Button>
        <Button {...button} variant="quiet" onClick={() => offers?.buy(product)}>
          {t('plans_without_trial', { plan: name })}
        </Button>
      </>
    )
  const label = {
    keep: () => t('plans_keep', { plan: name }),
    choose: () => t('plans_choose', { plan: name }),
    upgrade: () => ('samePlan' in state && state.samePlan ? t('plans_switch_yearly') : t('plans_upgrade', { plan: name })),
    downgrade: () => ('samePlan' in state && state.samePlan ? t('plans_switch_monthly') : t('plans_switch', { plan: name })),
  }[state.kind]()
  const isMain = plan === 'unlimited' && (state.kind === 'choose' || state.kind === 'upgrade')
  return (
    <Button {...button} variant={isMain ? 'main' : 'plain'} onClick={() => offers?.buy(product)}>
      {label}
    </Button>
  )
}

const PlanNote = ({ children }: { children: string }) => (
  <p className="flex min-h-10 items-center justify-center rounded-md bg-sunken px-3 text-center text-md text-ink2 pointer-coarse:min-h-11">
    {children}
  </p>
)
