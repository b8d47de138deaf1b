import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { Offers, OwnSubscription } from '#features/membership/web.tsx'

/** The offers of a billing feature in dollars, without a subscription. */
export const MEMBERSHIP_OFFERS: Offers = {
  prices: 'loaded',
  retryPrices: () => {},
  currency: 'USD',
  amounts: {
    'pro-yearly': 11_880,
    'pro-monthly': 1290,
    'unlimited-yearly': 27_800,
    'unlimited-monthly': 2900,
    'pack-120': 480,
    'pack-600': 1800,
    'pack-3000': 7500,
    'pack-6000': 12_000,
  },
  discounts: { 'pro-yearly': 23, 'unlimited-yearly': 20 },
  subscription: null,
  busy: null,
  buy: () => {},
  openPortal: undefined,
  Payments: lazyComponent(() => Promise.resolve(() => null)),
}

/** The offers until the prices are loaded, and when they cannot be loaded. */
export const WITHOUT_PRICES = { currency: undefined, amounts: {}, discounts: {} } satisfies Partial<Offers>

/** Annual Pro until 20 November 2027. */
export const PRO_YEARLY: OwnSubscription = {
  plan: 'pro-yearly',
  amount: 11_880,
  currency: 'USD',
  periodEnd: 1_826_697_600,
  trialEnd: null,
  isCanceled: false,
  next: null,
  openInvoiceUrl: null,
}
