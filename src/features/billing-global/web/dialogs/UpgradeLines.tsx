import type { ReactNode } from 'react'
import type { z } from 'zod/mini'
import { type Millis, seconds } from '#shared/units.ts'
import {
  formatPrice,
  type OwnSubscription,
  type PlanProduct,
  splitPlan,
  useMembershipOffers,
  useProductName,
} from '#features/membership/web.tsx'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import type { PreviewInvoice } from '../../contract.ts'

type Preview = z.infer<typeof PreviewInvoice>
type PlanChange = { product: PlanProduct; from: PlanProduct | null }

/** Returns whether the paid period goes on: the other plan has the same one. A trial ends with an upgrade. */
export function keepsPeriod({ product, from }: PlanChange, own: OwnSubscription, now: Millis): boolean {
  const isTrial = own.trialEnd !== null && seconds(own.trialEnd) > now
  return from !== null && splitPlan(from).period === splitPlan(product).period && !isTrial
}

/**
 * Returns by how much less is due than the price without the unused part, `further` by how much more, and what stays for later
 * charges because the unused part is worth more than the plan. All are 0 while the price is not known.
 */
export function upgradeAmounts(price: number | undefined, { amount_due, amount_left }: Preview) {
  const difference = price === undefined ? 0 : price - amount_left - amount_due
  const stays = amount_due === 0 ? Math.max(0, -difference) : 0
  return { less: Math.max(0, difference), further: Math.max(0, -difference) - stays, stays }
}

/** What is charged, what is deducted, and what is due. */
export function UpgradeLines({ product, from, preview }: PlanChange & { preview: Preview }) {
  const t = useTranslations('billing-global')
  const locale = useLocale()
  const now = useNow(null)
  const offers = useMembershipOffers()
  const own = offers?.subscription
  const planName = useProductName()
  const price = (amount: number | undefined) => formatPrice(locale, preview, amount)
  const { less, further } = upgradeAmounts(offers?.amounts[product], preview)
  // Of a period that goes on, only the rest is charged.
  const isRest = own ? keepsPeriod({ product, from }, own, now) : false
  return (
    <dl className="grid grid-cols-1 divide-y divide-line">
      <Line name={planName(product)} value={price(offers?.amounts[product])} />
      {preview.amount_left > 0 && from && (
        <Line name={t('upgrade_unused', { plan: planName(from) })} value={`−${price(preview.amount_left)}`} />
      )}
      {less > 0 && <Line name={t(isRest ? 'upgrade_passed' : 'upgrade_credit')} value={`−${price(less)}`} />}
      {further > 0 && <Line name={t('upgrade_other')} value={price(further)} />}
      <Line name={<strong className="font-[600]">{t('upgrade_due')}</strong>} value={price(preview.amount_due)} isLarge />
    </dl>
  )
}

const Line = ({ name, value, isLarge = false }: { name: ReactNode; value: string; isLarge?: boolean }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
    <dt className="text-md">{name}</dt>
    <dd className={isLarge ? 'tabular text-2xl font-[400]' : 'tabular text-md'}>{value}</dd>
  </div>
)
