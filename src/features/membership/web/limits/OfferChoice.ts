import type { PaidPlan, ProductId } from '../offers/products.ts'

/** What an offer of plans was opened by (A§4). */
export type UpgradeSource = 'out_of_minutes' | 'first_time_use' | 'go_unlimited' | 'operation_banner'

/** One thing of an offer: a plan, or the smallest pack of minutes. */
export type OfferId = PaidPlan | 'pack'

/** What is chosen in an offer. */
export type OfferChoice = {
  readonly offers: readonly OfferId[]
  readonly chosen: OfferId
  readonly choose: (offer: OfferId) => void
  readonly isAnnual: boolean
  readonly setAnnual: (isAnnual: boolean) => void
  readonly canTry: boolean
  readonly isTrial: boolean
  readonly setTrial: (isTrial: boolean) => void
  readonly product: ProductId
}

/** The id under which the offer at the first use is stored as seen. */
export const FIRST_TIME_OFFER = 'first_time_use'
