import type { AppContext } from '#platform/context.ts'
import { type PaidPlan, setPaidMemberships } from '#features/membership/server.ts'
import { planFlag } from '#features/membership/rules.ts'
import { isPlanKey, type PlanKey, PLANS } from '../../rules.ts'
import { paidTimes, type PlanLine } from '../../rules/paidTimes.ts'
import { keysOfPrices } from '../storePrices.ts'
import {
  findSubscription,
  type InvoiceRecord,
  listInvoicesOfSubscription,
  type SubscriptionRecord,
} from '../storeSubscriptions.ts'

/** Sets the memberships of a subscription to what its stored copy and invoices pay for. */
export async function applyPaidPlans(tx: AppContext, subscriptionId: string): Promise<void> {
  const subscription = await findSubscription(tx, subscriptionId)
  if (!subscription || subscription.user_id === null || subscription.is_duplicate) return
  const keys = await keysOfPrices(tx)
  const invoices = await listInvoicesOfSubscription(tx, subscriptionId)
  const paid = invoices.filter(({ status }) => status === 'paid')
  const paidBack = findPaidBack(paid)
  const lines = paid.flatMap((invoice) => toLines(invoice, keys, paidBack.has(invoice.invoice_id)))
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

/** Returns the ids of refunded invoices. They include invoices that were paid mostly with the credit for refunded time. */
function findPaidBack(invoices: readonly InvoiceRecord[]): ReadonlySet<string> {
  const paidBack: InvoiceRecord[] = []
  for (const invoice of invoices) {
    const credited = invoice.lines.filter(({ amount }) => amount < 0)
    const credit = credited.reduce((sum, { amount }) => sum - amount, 0)
    const isOfPaidBack = credited.some((line) => paidBack.some((other) => covers(other, line)))
    if (isPaidBack(invoice, invoice.amount_paid) || (isOfPaidBack && credit > invoice.amount_paid)) paidBack.push(invoice)
  }
  return new Set(paidBack.map(({ invoice_id }) => invoice_id))
}

type Line = InvoiceRecord['lines'][number]

/** Whether an invoice charged the time of a line. Times are ISO texts in one format. */
const covers = ({ lines }: InvoiceRecord, { priceId, start, end }: Line): boolean =>
  lines.some((line) => line.amount > 0 && line.priceId === priceId && line.start <= start && line.end >= end)

/** Returns whether the payment for the current period was refunded or is held by the bank. */
export async function isPeriodPaidBack(ctx: AppContext, subscription: SubscriptionRecord): Promise<boolean> {
  const invoices = await listInvoicesOfSubscription(ctx, subscription.subscription_id)
  const paidBack = findPaidBack(invoices.filter(({ status }) => status === 'paid'))
  const ends = (line: Line) => line.amount > 0 && new Date(line.end) >= subscription.period_end
  return invoices.some(({ invoice_id, lines }) => paidBack.has(invoice_id) && lines.some(ends))
}

function toLines(invoice: InvoiceRecord, keys: ReadonlyMap<string, string>, isInvoicePaidBack: boolean): PlanLine<PlanKey>[] {
  return invoice.lines.flatMap(({ priceId, amount, start, end }) => {
    const key = keys.get(priceId) ?? ''
    const line = { amount, start: new Date(start), end: new Date(end), invoiceId: invoice.invoice_id }
    return isPlanKey(key) ? [{ ...line, key, isPaidBack: isInvoicePaidBack }] : []
  })
}

/** Whether an invoice is fully refunded or held by the bank. A partial refund is goodwill and has no effect. */
export const isPaidBack = ({ refunded, dispute }: Pick<InvoiceRecord, 'refunded' | 'dispute'>, amount: number): boolean =>
  (amount > 0 && refunded >= amount) || dispute === 'open' || dispute === 'lost'

function paidPlans(subscription: SubscriptionRecord, lines: readonly PlanLine<PlanKey>[]): PaidPlan[] {
  const times = paidTimes(lines)
  const lastEnd = Math.max(...times.map(({ end }) => end.getTime()))
  return times.map(({ key, ref, start, end }) => {
    const isLast = end.getTime() === lastEnd
    // The payment for the following time was made and refunded.
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
  // A trial is always of Pro. After an upgrade, the subscription has another price.
  return [{ ...planOf(key), tier: 'pro', ref: 'trial', isTrial: true, start, end, ...next }]
}

const planOf = (key: PlanKey) => ({ tier: PLANS[key].tier, flag: planFlag(PLANS[key]) })

const renews = ({ status, cancel_at_period_end }: SubscriptionRecord): boolean =>
  ['trialing', 'active', 'past_due'].includes(status) && !cancel_at_period_end

const renewalOf = (subscription: SubscriptionRecord): 'stripe' | null => (renews(subscription) ? 'stripe' : null)

/** Whether the next payment will be attempted at the end of the paid time. A failed one makes the subscription past due. */
const isPaying = (subscription: SubscriptionRecord): boolean => renews(subscription) && subscription.status !== 'past_due'
