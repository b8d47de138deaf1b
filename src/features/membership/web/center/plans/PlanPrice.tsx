import type { ReactNode } from 'react'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { type Offers, useArePricesLoading, useMembershipOffers } from '../../offers/offersStore.ts'
import { type BillingPeriod, type PaidPlan, formatPrice, monthlyEquivalent } from '../../offers/products.ts'
import type { Plan } from '../PlanBenefits.tsx'

type Prices = Pick<Offers, 'currency' | 'amounts' | 'discounts'>

/** Amounts that take as much room as real ones. They are not seen. */
const STAND_INS: Prices = {
  currency: 'USD',
  amounts: { 'pro-yearly': 96_000, 'pro-monthly': 8000, 'unlimited-yearly': 96_000, 'unlimited-monthly': 8000 },
  discounts: { 'pro-yearly': 88, 'unlimited-yearly': 88 },
}

/** A grey block in place of a text, as large as the text. */
export const PENDING_CLASS = 'w-fit animate-pulse rounded-sm bg-line text-transparent! *:text-transparent!'

/** The price of a month, and what is billed; blocks of the same lines while it is loading. */
export function PlanPrice({ plan, period }: { plan: Plan; period: BillingPeriod }) {
  const t = useTranslations('membership')
  const locale = useLocale()
  const offers = useMembershipOffers()
  const isLoading = useArePricesLoading()
  const prices = isLoading ? STAND_INS : offers
  const isYearly = period === 'yearly'
  if (plan === 'starter')
    return (
      <>
        <Line isLoading={isLoading} className={PRICE_CLASS}>
          <strong className={PRICE_NUMBER_CLASS}>{prices?.currency && formatPrice(locale, prices, 0, 0)}</strong>
        </Line>
        <Line className={BILLED_CLASS}>{t('plans_free')}</Line>
      </>
    )
  const amount = prices?.amounts[`${plan}-${period}`]
  const monthly = prices?.currency && amount !== undefined && isYearly ? monthlyEquivalent(prices.currency, amount) : amount
  return (
    <>
      <Line isLoading={isLoading} className={PRICE_CLASS}>
        <strong className={PRICE_NUMBER_CLASS}>{formatPrice(locale, prices, monthly)}</strong>{' '}
        <span className="whitespace-nowrap">{t('plans_per_month')}</span>
      </Line>
      <Line isLoading={isLoading} className={BILLED_CLASS}>
        {isYearly ? t('plans_billed_yearly', { price: formatPrice(locale, prices, amount) }) : t('plans_billed_monthly')}
        {isYearly && <TwelveMonths plan={plan} prices={prices} />}
      </Line>
    </>
  )
}

/** What twelve single months cost, struck out, when a year is cheaper. */
function TwelveMonths({ plan, prices }: { plan: PaidPlan; prices: Prices | undefined }) {
  const t = useTranslations('membership')
  const locale = useLocale()
  const month = prices?.amounts[`${plan}-monthly`]
  if (month === undefined || !prices?.discounts[`${plan}-yearly`]) return null
  return (
    <>
      {' '}
      <s className="text-ink3">
        <span className="sr-only">{t('plans_instead_of')} </span>
        {formatPrice(locale, prices, 12 * month)}
      </s>
    </>
  )
}

type LineProps = { isLoading?: boolean; className: string; children: ReactNode }

const Line = ({ isLoading = false, className, children }: LineProps) => (
  <p aria-hidden={isLoading || undefined} className={classes(className, isLoading && PENDING_CLASS)}>
    {children}
  </p>
)

const PRICE_CLASS = 'min-h-12 text-base text-ink2'
const PRICE_NUMBER_CLASS = 'text-[2.25rem] @max-[52rem]:text-[2rem] leading-[3rem] font-[300] tracking-[-0.03em] text-ink'
const BILLED_CLASS = 'min-h-5 text-sm text-ink2'
