import { callApi } from '../../shop.ts'
import type { Shopper } from '../shopper.ts'
import { paidPeriodsOf } from './paidPeriods.ts'
import type { Books } from './readBooks.ts'

/** Every user must see the highest tier that is currently paid, or Starter. */
export async function checkShownTier(books: Books, shopper: Shopper): Promise<void> {
  const { user, shop } = shopper
  const { reply } = await callApi(shopper, 'me', () => user.me.me({}))
  const shown = reply?.data_state.membership_type
  const wanted = paidTierOf(books, user.id)
  if (shown !== wanted) shop.journal.wrong('a user sees another tier than is paid', `${user.id}: ${shown} instead of ${wanted}`)
}

function paidTierOf(books: Books, userId: string): string {
  const tiers = books.subscriptions.flatMap((subscription) => {
    const ours = books.ourSubscriptions.find(({ subscription_id }) => subscription_id === subscription.subscription_id)
    if (books.userOf.get(subscription.customer_id) !== userId || !ours) return []
    const now = books.now.getTime() + subscription.period_start.getTime() - ours.period_start.getTime()
    const paid = paidPeriodsOf(books, subscription.subscription_id).filter(({ start, end }) => start <= now && end > now)
    const isTrial = subscription.status === 'trialing' && !ours.is_trial_refused
    // The grace time for the next payment is checked with the memberships.
    const late = books.memberships.filter(
      ({ source_ref, paid_until, expire_time }) =>
        source_ref.startsWith(`${subscription.subscription_id}:`) &&
        paid_until &&
        paid_until <= books.now &&
        expire_time! > books.now,
    )
    return [...paid.map(({ tier }) => tier as string), ...(isTrial ? ['pro'] : []), ...late.map(({ tier }) => tier)]
  })
  return tiers.includes('unlimited') ? 'unlimited' : tiers.includes('pro') ? 'pro' : 'starter'
}
