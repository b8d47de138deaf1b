import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { planFlag } from '#features/membership/rules.ts'
import { isPlanKey, type PlanKey, PLANS } from '../rules.ts'
import { isPaidBack } from './sync/applyPaidPlans.ts'
import { listPacksOfUser, type PackRecord } from './storePacks.ts'
import { findPrice, keysOfPrices } from './storePrices.ts'
import { findLiveSubscription, type InvoiceRecord, listInvoicesOfUser, type SubscriptionRecord } from './storeSubscriptions.ts'

/** Returns the running subscription and what follows it in their wire format (A§3). */
export async function readSubscription(ctx: AppContext, userId: string) {
  const live = await findLiveSubscription(ctx, userId)
  const price = live && (await findPrice(ctx, live.price_id))
  if (!live || !price || !isPlanKey(price.key)) return { subscription: null, subscription_schedule: null }
  const next = live.scheduled_price_id === null ? undefined : await findPrice(ctx, live.scheduled_price_id)
  const schedule =
    next && isPlanKey(next.key) && live.scheduled_at ? { ...toPlan(next.key), start_date: unixSeconds(live.scheduled_at) } : null
  const invoices = await listInvoicesOfUser(ctx, userId)
  const open = invoices.find(({ status, subscription_id }) => status === 'open' && subscription_id === live.subscription_id)
  return {
    subscription: {
      ...toPlan(price.key),
      ...toPeriod(live),
      unit_amount: price.amounts[live.currency] ?? null,
      open_invoice_url: open?.hosted_url ?? null,
    },
    subscription_schedule: schedule,
  }
}

const toPlan = (key: PlanKey) => ({
  membership_type: PLANS[key].tier,
  membership_flag: planFlag(PLANS[key]),
})

const toPeriod = (live: SubscriptionRecord) => ({
  id: live.subscription_id,
  status: live.status,
  currency: live.currency.toUpperCase(),
  period_end: unixSeconds(live.period_end),
  trial_end: live.trial_end && unixSeconds(live.trial_end),
  cancel_at_period_end: live.cancel_at_period_end,
})

/** Returns the paid and open invoices of a user, newest first, without those of 0, such as for trials. */
export async function listPayments(ctx: AppContext, userId: string) {
  const keys = await keysOfPrices(ctx)
  const invoices = (await listInvoicesOfUser(ctx, userId)).filter(
    ({ status, amount_due, amount_paid }) => status !== 'draft' && amount_due + amount_paid > 0,
  )
  const packs = await listPacksOfUser(ctx, userId)
  return [...invoices.map((invoice) => toPayment(invoice, keys)), ...packs.map(packToPayment)].toSorted((a, b) => b.at - a.at)
}

function toPayment(invoice: InvoiceRecord, keys: ReadonlyMap<string, string>) {
  const charged = invoice.lines.filter(({ amount }) => amount > 0).at(-1)
  const status =
    invoice.status === 'paid' ? paidStatus(invoice, invoice.amount_paid) : invoice.status === 'open' ? 'open' : 'void'
  return {
    id: invoice.invoice_id,
    name: (charged && keys.get(charged.priceId)) ?? null,
    amount: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    status,
    at: unixSeconds(invoice.made_at),
    url: invoice.hosted_url,
  } as const
}

const packToPayment = (pack: PackRecord) => ({
  id: pack.checkout_id,
  name: pack.key,
  amount: pack.amount,
  currency: pack.currency.toUpperCase(),
  status: paidStatus(pack, pack.amount),
  at: unixSeconds(pack.made_at),
  url: null,
})

const paidStatus = (payment: Pick<PackRecord, 'refunded' | 'dispute'>, amount: number) =>
  payment.dispute === 'open' || payment.dispute === 'lost'
    ? ('disputed' as const)
    : isPaidBack(payment, amount)
      ? ('refunded' as const)
      : ('paid' as const)
