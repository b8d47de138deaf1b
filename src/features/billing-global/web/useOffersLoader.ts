import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { minutes } from '#shared/units.ts'
import {
  type Offers,
  offersStore,
  type OwnSubscription,
  type PlanProduct,
  type ProductId,
  useMembership,
} from '#features/membership/web.tsx'
import { setItem, STORAGE_KEYS } from '#browser/storage/storage.ts'
import type { Price } from '../contract.ts'
import { billingClient } from './billingClient.ts'
import { isPlanProduct, planProduct, productOf } from './products.ts'
import { regionOfLanguage } from './region.ts'
import { type Purchase, usePurchase } from './usePurchase.ts'

type SubscriptionReply = Awaited<ReturnType<typeof billingClient.subscription>>['data']

const PRICES_FRESH = minutes(5)

/** Loads the prices and the subscription where plans can be bought, and offers them to the screens of the membership. */
export function useOffersLoader(): void {
  const { membership } = useMembership()
  const canBuy = membership?.can_buy === true
  const region = regionOfLanguage(navigator.language)
  const prices = useQuery({
    queryKey: billingClient.prices.key({ query: { region } }),
    queryFn: ({ signal }) => billingClient.prices({ query: { region } }, { signal, quiet: true }),
    enabled: canBuy,
    staleTime: PRICES_FRESH,
  }).data?.data
  const subscription = useQuery({
    queryKey: billingClient.subscription.key({}),
    queryFn: ({ signal }) => billingClient.subscription({}, { signal, quiet: true }),
    enabled: canBuy,
  }).data?.data
  const purchase = usePurchase({ prices, subscription, membership })
  useEffect(() => {
    offersStore.setState({ offers: prices && toOffers(prices, subscription, purchase) })
  }, [prices, subscription, purchase])
  useEffect(() => () => offersStore.setState({ offers: undefined }), [])
  useEffect(() => {
    for (const { name, unit_amount } of prices ?? []) {
      if (name === '600-year') setItem(STORAGE_KEYS.proYearPrice, unit_amount)
      if (name === 'unlimited-year') setItem(STORAGE_KEYS.unlimitedYearPrice, unit_amount)
    }
  }, [prices])
}

function toOffers(prices: readonly Price[], reply: SubscriptionReply | undefined, { busy, buy, openPortal }: Purchase): Offers {
  const amounts: Partial<Record<ProductId, number>> = {}
  const discounts: Partial<Record<PlanProduct, number | null>> = {}
  for (const { name, unit_amount, yearly_discount } of prices) {
    const product = productOf(name)
    if (product === undefined) continue
    amounts[product] = unit_amount
    if (isPlanProduct(product)) discounts[product] = yearly_discount?.discount_percentage ?? null
  }
  return {
    currency: prices[0]?.currency ?? 'USD',
    amounts,
    discounts,
    subscription: toSubscription(reply),
    busy,
    buy,
    openPortal,
  }
}

function toSubscription(reply: SubscriptionReply | undefined): OwnSubscription | null {
  if (!reply?.subscription) return null
  const { subscription, subscription_schedule: next } = reply
  return {
    plan: planProduct(subscription),
    amount: subscription.unit_amount,
    currency: subscription.currency,
    periodEnd: subscription.period_end,
    trialEnd: subscription.trial_end,
    isCanceled: subscription.cancel_at_period_end,
    next: next && { plan: planProduct(next), startsAt: next.start_date },
    openInvoiceUrl: subscription.open_invoice_url,
  }
}
