import type { Pricing } from '../contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import {
  isPlanProduct,
  type Offers,
  offersStore,
  type OwnSubscription,
  type PlanProduct,
  type ProductId,
  useMembership,
} from '#features/membership/web.tsx'
import { yearlyDiscount } from '#features/membership/rules.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { pricingQuery } from './pricingQuery.ts'
import { productOf } from './products.ts'
import { type Purchase, usePurchase } from './usePurchase.ts'

/** Loaded when its page opens. */
const Payments = lazyComponent(withNamespace('billing-china', async () => (await import('./Payments.tsx')).Payments))

/** Loads what can be bought, and offers it to the screens of the membership. When it fails, prices show dashes (A§7). */
export function useOffersLoader(): void {
  const { membership } = useMembership()
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery({
    ...pricingQuery,
    enabled: membership?.can_buy === true,
  })
  const pricing = data?.data
  const purchase = usePurchase({ pricing, membership })
  const retryPrices = useCallback(() => void refetch(), [refetch])
  const prices = pricing ? 'loaded' : isLoadingError && !isFetching ? 'failed' : 'loading'
  useEffect(() => {
    offersStore.setState({ offers: isPending ? undefined : toOffers(pricing, { prices, retryPrices }, purchase) })
  }, [pricing, isPending, prices, retryPrices, purchase])
  useEffect(() => () => offersStore.setState({ offers: undefined }), [])
}

function toOffers(
  pricing: Pricing | undefined,
  state: Pick<Offers, 'prices' | 'retryPrices'>,
  { busy, buy, endPlan }: Purchase,
): Offers {
  const amounts: Partial<Record<ProductId, number>> = {}
  for (const { uniq_name, price } of pricing?.products ?? []) {
    const product = productOf(uniq_name)
    if (product !== undefined) amounts[product] = price
  }
  return {
    ...state,
    currency: 'CNY',
    amounts,
    discounts: discountsOf(amounts),
    subscription: pricing?.current ? toSubscription(pricing.current) : null,
    busy,
    buy,
    openPortal: undefined,
    endPlan: pricing?.current?.renews ? endPlan : undefined,
    Payments,
  }
}

/** What a year costs less than twelve months, in whole percent. */
function discountsOf(amounts: Partial<Record<ProductId, number>>): Partial<Record<PlanProduct, number | null>> {
  const discount = (plan: 'pro' | 'unlimited'): number | null => {
    return yearlyDiscount(amounts[`${plan}-yearly`] ?? 0, amounts[`${plan}-monthly`] ?? 0)
  }
  return { 'pro-yearly': discount('pro'), 'unlimited-yearly': discount('unlimited') }
}

function toSubscription({
  uniq_name,
  price,
  expire_time,
  renews,
  next,
}: NonNullable<Pricing['current']>): OwnSubscription | null {
  const plan = productOf(uniq_name)
  const following = next && productOf(next.uniq_name)
  if (!isPlanProduct(plan)) return null
  return {
    plan,
    amount: price,
    currency: 'CNY',
    periodEnd: expire_time,
    trialEnd: null,
    isCanceled: !renews,
    openInvoiceUrl: null,
    next: next && isPlanProduct(following ?? undefined) ? { plan: following as PlanProduct, startsAt: next.start_time } : null,
  }
}
