import type { Seconds } from '#shared/units.ts'
import type { PaidPlan, PlanProduct } from '../../offers/products.ts'

/** What can be done about a plan. */
export type PlanState =
  /** The plan of the user, or one that is part of it: nothing can be bought. */
  | { readonly kind: 'current' }
  | { readonly kind: 'included' }
  /** It begins when the paid time of the running plan ends. */
  | { readonly kind: 'scheduled'; readonly startsAt: Seconds }
  /** The running plan, which another one is to follow: it can be kept. */
  | { readonly kind: 'keep'; readonly product: PlanProduct }
  /** `samePlan` changes only the period. */
  | { readonly kind: 'upgrade' | 'downgrade'; readonly product: PlanProduct; readonly samePlan: boolean }
  | { readonly kind: 'choose'; readonly product: PlanProduct; readonly canTry: boolean }
  /** A payment is open, at this address: nothing can be changed before. */
  | { readonly kind: 'unpaid'; readonly isOwn: boolean; readonly url: string }
  /** The running plan was canceled. It has to be resumed before it is changed. */
  | { readonly kind: 'ends'; readonly at: Seconds }
  | { readonly kind: 'resume'; readonly own: PaidPlan }
