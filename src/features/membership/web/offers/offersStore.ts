import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Seconds } from '#shared/units.ts'
import type { PlanProduct, ProductId } from './products.ts'

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
  currency: string
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
}

/** Set by a billing feature. Undefined without one, and while the prices are loading. */
export const offersStore = createStore<{ offers: Offers | undefined }>(() => ({ offers: undefined }))

/** Returns what can be bought. */
export const useMembershipOffers = (): Offers | undefined => useStore(offersStore, ({ offers }) => offers)
