import type { AppContext } from '#platform/context.ts'
import { type PaidPlan, setPaidMemberships } from '#features/membership/server.ts'
import { isPlanKey, planFlag, type PlanKey, PLANS } from '../../rules.ts'
import { paidTimes, type PlanLine } from '../../rules/paidTimes.ts'
import { keysOfPrices } from '../storePrices.ts'
import {
  findSubscription,
  type InvoiceRecord,
  listInvoicesOfSubscription,
  type SubscriptionRecord,
} from '../storeSubscriptions.ts'

/** Makes the memberships of a subscription those that its stored copy and its stored invoices pay for. */
export async function applyPaidPlans(tx: AppContext, subscriptionId: string): Promise<void> {
  const subscription = await findSubscription(tx, subscriptionId)
  if (!subscription || subscription.user_id === null || subscription.is_duplicate) return
  const keys = await keysOfPrices(tx)
  const invoices = await listInvoicesOfSubscription(tx, subscriptionId)
  const lines = invoices.filter(({ status }) => status === 'paid').flatMap((invoice) => toLines(invoice, keys))
  const plans = [
    ...trialOf(
      subscription,
      keys,
      lines.some(({ amount }) => amount > 0),
    ),
    ...paidPlans(subscription, lines),
  ]
  await setPaidMemberships(tx, { userId: subscription.user_id, subscriptionId, plans })
}

function toLines(invoice: InvoiceRecord, keys: ReadonlyMap<string, string>): PlanLine<PlanKey>[] {
  return invoice.lines.flatMap(({ priceId, amount, start, end }) => {
    const key = keys.get(priceId) ?? ''
    const line = { amount, start: new Date(start), end: new Date(end), invoiceId: invoice.invoice_id }
    return isPlanKey(key) ? [{ ...line, key, isPaidBack: isPaidBack(invoice, invoice.amount_paid) }] : []
  })
}

/** Whether all of it has gone back, or the bank holds it. A part that is paid back is goodwill and takes nothing away. */
export const isPaidBack = ({ refunded, dispute }: Pick<InvoiceRecord, 'refunded' | 'dispute'>, amount: number): boolean =>
  (amount > 0 && refunded >= amount) || dispute === 'open' || dispute === 'lost'

function paidPlans(subscription: SubscriptionRecord, lines: readonly PlanLine<PlanKey>[]): PaidPlan[] {
  const times = paidTimes(lines)
  const lastEnd = Math.max(...times.map(({ end }) => end.getTime()))
  return times.map(({ key, ref, start, end }) => {
    const isLast = end.getTime() === lastEnd
    // The payment of the time after was made, and has gone back.
    const isRefused = lines.some((line) => line.isPaidBack && line.end > end)
    const next = { renewal: isLast ? renewalOf(subscription) : null, hasGrace: isLast && isPaying(subscription) && !isRefused }
    return { ...planOf(key), ref, start, end, isTrial: false, ...next }
  })
}

function trialOf(subscription: SubscriptionRecord, keys: ReadonlyMap<string, string>, isPaid: boolean): PaidPlan[] {
  const { trial_start: start, trial_end, ended_at, price_id } = subscription
  const key = keys.get(price_id) ?? ''
  if (start === null || trial_end === null || !isPlanKey(key)) return []
  const end = ended_at !== null && ended_at < trial_end ? ended_at : trial_end
  const next = { renewal: renewalOf(subscription), hasGrace: !isPaid && isPaying(subscription) }
  // A trial is always one of Pro. After an upgrade the price of the subscription is another one.
  return [{ ...planOf(key), tier: 'pro', ref: 'trial', isTrial: true, start, end, ...next }]
}

const planOf = (key: PlanKey) => ({ tier: PLANS[key].tier, flag: planFlag(key) })

const renews = ({ status, cancel_at_period_end }: SubscriptionRecord): boolean =>
  ['trialing', 'active', 'past_due'].includes(status) && !cancel_at_period_end

const renewalOf = (subscription: SubscriptionRecord): 'stripe' | null => (renews(subscription) ? 'stripe' : null)

/** Whether its next payment will be tried when the paid time ends. A failed one makes it past due. */
const isPaying = (subscription: SubscriptionRecord): boolean => renews(subscription) && subscription.status !== 'past_due'
