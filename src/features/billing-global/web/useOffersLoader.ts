import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { minutes } from '#shared/units.ts'
import {
  isPlanProduct,
  type Offers,
  offersStore,
  type OwnSubscription,
  type PlanProduct,
  type ProductId,
  useMembership,
} from '#features/membership/web.tsx'
import { setItem, STORAGE_KEYS } from '#browser/storage/storage.ts'
import type { Price } from '../contract.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { billingClient } from './billingClient.ts'
import { planProduct, productOf } from './products.ts'
import { regionOfCurrency, regionOfLanguage } from './region.ts'
import { type Purchase, usePurchase } from './usePurchase.ts'

/** Loaded when its page opens. */
const Payments = lazyComponent(withNamespace('billing-global', async () => (await import('./Payments.tsx')).Payments))

type SubscriptionReply = Awaited<ReturnType<typeof billingClient.subscription>>['data']

const PRICES_FRESH = minutes(5)

/** Loads the prices and the subscription where plans can be bought, and offers them to the screens of the membership. */
export function useOffersLoader(): void {
  const { membership } = useMembership()
  const canBuy = membership?.can_buy === true
  const { data: reply, isPending } = useQuery({
    queryKey: billingClient.subscription.key({}),
    queryFn: ({ signal }) => billingClient.subscription({}, { signal, quiet: true }),
    enabled: canBuy,
  })
  const subscription = reply?.data
  const { prices, status, retry } = usePrices(subscription, { enabled: canBuy && !isPending })
  const purchase = usePurchase({ prices, subscription, membership })
  useEffect(() => {
    const state = { prices: status, retryPrices: retry }
    offersStore.setState({ offers: isPending ? undefined : toOffers(prices ?? [], subscription, state, purchase) })
  }, [prices, subscription, isPending, status, retry, purchase])
  useEffect(() => () => offersStore.setState({ offers: undefined }), [])
  useEffect(() => {
    for (const { name, unit_amount } of prices ?? []) {
      if (name === '600-year') setItem(STORAGE_KEYS.proYearPrice, unit_amount)
      if (name === 'unlimited-year') setItem(STORAGE_KEYS.unlimitedYearPrice, unit_amount)
    }
  }, [prices])
}

/** Loads the prices: in the currency of a running plan, which can be changed in no other one, else in that of the browser. */
function usePrices(subscription: SubscriptionReply | undefined, { enabled }: { enabled: boolean }) {
  const own = subscription?.subscription
  const region = (own && regionOfCurrency(own.currency)) ?? regionOfLanguage(navigator.language)
  const { data, isLoadingError, isFetching, refetch } = useQuery({
    queryKey: billingClient.prices.key({ query: { region } }),
    queryFn: ({ signal }) => billingClient.prices({ query: { region } }, { signal, quiet: true }),
    enabled,
    staleTime: PRICES_FRESH,
  })
  const retry = useCallback(() => void refetch(), [refetch])
  const status: Offers['prices'] = data ? 'loaded' : isLoadingError && !isFetching ? 'failed' : 'loading'
  return { prices: data?.data, status, retry }
}

function toOffers(
  prices: readonly Price[],
  reply: SubscriptionReply | undefined,
  state: Pick<Offers, 'prices' | 'retryPrices'>,
  { busy, buy, openPortal }: Purchase,
): Offers {
  const amounts: Partial<Record<ProductId, number>> = {}
  const discounts: Partial<Record<PlanProduct, number | null>> = {}
  for (const { name, unit_amount, yearly_discount } of prices) {
    const product = productOf(name)
    if (product === undefined) continue
    amounts[product] = unit_amount
    if (isPlanProduct(product)) discounts[product] = yearly_discount?.discount_percentage ?? null
  }
  return {
    ...state,
    currency: prices[0]?.currency ?? reply?.subscription?.currency,
    amounts,
    discounts,
    subscription: toSubscription(reply),
    busy,
    buy,
    openPortal,
    Payments,
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
