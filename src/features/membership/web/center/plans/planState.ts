import type { Membership } from '../../MembershipContext.ts'
import type { Offers } from '../../offers/offersStore.ts'
import { type BillingPeriod, comparePlanProducts, splitPlan } from '../../offers/products.ts'
import type { Plan } from '../PlanBenefits.tsx'
import type { PlanState } from './planStateTypes.ts'

type PlanQuestion = {
  plan: Plan
  period: BillingPeriod
  membership: Pick<Membership, 'membership_type' | 'expire_time' | 'is_free_trial_now'>
  offers: Pick<Offers, 'subscription' | 'openPortal'> | undefined
  canClaimTrial: boolean
}

/** Returns what can be done about a plan. The current plan cannot be bought again, and starter never (A§5). */
export function planState({ plan, period, membership, offers, canClaimTrial }: PlanQuestion): PlanState {
  if (plan === 'starter') return { kind: membership.membership_type === 'starter' ? 'current' : 'included' }
  const product = `${plan}-${period}` as const
  const subscription = offers?.subscription ?? null
  if (subscription) {
    const isOwn = subscription.plan === product
    if (subscription.openInvoiceUrl !== null) return { kind: 'unpaid', isOwn, url: subscription.openInvoiceUrl }
    if (subscription.isCanceled && offers?.openPortal)
      return isOwn ? { kind: 'ends', at: subscription.periodEnd } : { kind: 'resume', own: splitPlan(subscription.plan).plan }
    // Where no page resumes it, a plan that ends is taken again: it begins when the paid time ends.
    if (subscription.isCanceled && isOwn) return { kind: 'choose', product, canTry: false }
    if (subscription.next?.plan === product) return { kind: 'scheduled', startsAt: subscription.next.startsAt }
    if (isOwn) return subscription.next ? { kind: 'keep', product } : { kind: 'current' }
    const samePlan = splitPlan(subscription.plan).plan === plan
    return { kind: comparePlanProducts(product, subscription.plan) > 0 ? 'upgrade' : 'downgrade', product, samePlan }
  }
  // A plan that ends by itself can be subscribed to, even by users who got it from a code.
  if (membership.membership_type === plan && membership.expire_time === 0) return { kind: 'current' }
  return { kind: 'choose', product, canTry: canClaimTrial && plan === 'pro' }
}
