import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Seconds } from '#shared/units.ts'
import type { LazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { compareTiers } from '../../rules.ts'
import { type Membership, type MembershipState, useMembership } from '../MembershipContext.ts'
import { formatPrice, isPlanProduct, type PlanProduct, type ProductId, splitPlan, UNKNOWN } from './products.ts'

/** The subscription of the signed-in user. Times are unix seconds. */
export type OwnSubscription = {
  plan: PlanProduct
  /** What a period costs; null when its price is not offered any more. */
  amount: number | null
  currency: string
  periodEnd: Seconds
  trialEnd: Seconds | null
  /** It ends with the period: the user has canceled it. */
  isCanceled: boolean
  /** The plan that follows. */
  next: { plan: PlanProduct; startsAt: Seconds } | null
  /** The page on which an open payment is made. */
  openInvoiceUrl: string | null
}

/** What can be bought, at which price, and how. `amounts` are in cents; in whole yen in Japan. */
export type Offers = {
  /** `amounts` and `currency` are empty until they are loaded. */
  prices: 'loading' | 'loaded' | 'failed'
  retryPrices: () => void
  currency: string | undefined
  amounts: Readonly<Partial<Record<ProductId, number>>>
  /** What a year costs less than twelve months, in percent; null when it does not. */
  discounts: Readonly<Partial<Record<PlanProduct, number | null>>>
  subscription: OwnSubscription | null
  /** What is being bought right now. */
  busy: ProductId | null
  /** Asks what has to be confirmed first; `isConfirmed` buys without asking. */
  buy: (product: ProductId, options?: { isTrial?: boolean; isConfirmed?: boolean }) => void
  /** Opens the page on which the card is changed, and a plan is canceled or resumed. Absent before anything was bought. */
  openPortal: (() => void) | undefined
  /** Lets the plan end with its paid time, where there is no such page. Absent without a plan that is paid again. */
  endPlan?: (() => void) | undefined
  /** The list of what was paid. */
  Payments: LazyComponent<object>
}

/** Set by a billing feature. Undefined without one, and until it is known whether the user has a subscription. */
export const offersStore = createStore<{ offers: Offers | undefined }>(() => ({ offers: undefined }))

/** Returns what can be bought. */
export const useMembershipOffers = (): Offers | undefined => useStore(offersStore, ({ offers }) => offers)

/** Returns whether prices are on their way. */
export const useArePricesLoading = (): boolean => (useMembershipOffers()?.prices ?? 'loading') === 'loading'

/** Returns why a product cannot be bought; false when it can. */
export function useNoPriceReason(product: ProductId): string | false {
  const t = useTranslations('membership')
  const tUi = useTranslations('ui')
  const offers = useMembershipOffers()
  if (offers?.amounts[product] !== undefined) return false
  if (offers?.prices === 'failed') return t('plans_failed')
  return offers?.prices === 'loaded' ? t('plans_no_prices') : tUi('loading')
}

/**
 * Like `useMembership`. Where something can be bought, the membership is undefined also until the subscription is known, so that
 * nothing that depends on it appears late.
 */
export function useBilledMembership(): MembershipState {
  const state = useMembership()
  const offers = useMembershipOffers()
  return state.membership?.can_buy && !offers ? { ...state, membership: undefined } : state
}

/** Whether a higher membership, such as one that was granted, counts instead of the subscription. */
const isOutranked = ({ membership_type }: Membership, { plan }: OwnSubscription): boolean =>
  compareTiers(membership_type, splitPlan(plan).plan) > 0

/** Returns the subscription that pays for the membership; null without one. */
export function usePayingSubscription(membership: Membership): OwnSubscription | null {
  const subscription = useMembershipOffers()?.subscription ?? null
  return subscription && !isOutranked(membership, subscription) ? subscription : null
}

/** Returns the subscription that is paid beside a higher membership; null without one. */
export function useHiddenSubscription(membership: Membership): OwnSubscription | null {
  const subscription = useMembershipOffers()?.subscription ?? null
  return subscription && isOutranked(membership, subscription) ? subscription : null
}

/** Returns a function that names a plan with its period or a pack: "Pro · Annual" or "600 minutes". */
export function useProductName(): (product: ProductId) => string {
  const t = useTranslations('membership')
  const { number } = useFormat()
  return (product) => {
    if (!isPlanProduct(product)) {
      const count = Number(product.slice('pack-'.length))
      return t('plans_pack', { count, minutes: number(count) })
    }
    const { plan, period } = splitPlan(product)
    return t('plan_with_period', { plan: t(`plan_${plan}`), period: t(`plans_${period}`) })
  }
}

/** Returns what a period of the running subscription costs: "$12.90 a month". */
export function useOwnPrice(): string {
  const t = useTranslations('membership')
  const locale = useLocale()
  const subscription = useMembershipOffers()?.subscription
  if (!subscription) return UNKNOWN
  const price = formatPrice(locale, subscription, subscription.amount)
  return t(splitPlan(subscription.plan).period === 'yearly' ? 'offer_per_year' : 'offer_per_month', { price })
}
