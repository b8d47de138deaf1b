import type { Stripe } from 'stripe'
import { unixSeconds } from '#shared/units.ts'
import { type ChangePreview, type Invoice, PaymentError, type PlanChange } from '../payments.ts'
import { listLines, toInvoice } from './invoices.ts'
import { idOf, required } from './readFields.ts'
import { receive } from './receive.ts'
import { releaseSchedule } from './scheduledChanges.ts'
import { itemOf, retrieveSubscription } from './subscriptions.ts'
import type { StripeContext } from './stripeClient.ts'

export async function previewChange(stripe: StripeContext, { subscriptionId, priceId, at }: PlanChange): Promise<ChangePreview> {
  const subscription = await retrieveSubscription(stripe, subscriptionId, [])
  const params = {
    customer: required(idOf(subscription.customer), 'customer'),
    subscription: subscriptionId,
    subscription_details: toParams(subscription, priceId, at),
  }
  const preview = await receive('invoice', stripe.client.invoices.createPreview(params))
  const credits = (await listLines(stripe, preview)).filter((line) => line.amount < 0 && isProration(line))
  return {
    amountDue: Math.max(0, preview.amount_due),
    amountLeft: credits.reduce((sum, { amount }) => sum - amount, 0),
    currency: preview.currency,
  }
}

type ChangeParams = {
  items: { id: string; price: string }[]
  proration_behavior: 'always_invoice'
  proration_date: number
  trial_end?: 'now'
}

function toParams(subscription: Stripe.Subscription, priceId: string, at: Date): ChangeParams {
  return {
    items: [{ id: itemOf(subscription).id, price: priceId }],
    proration_behavior: 'always_invoice',
    proration_date: unixSeconds(at),
    ...(subscription.status === 'trialing' && { trial_end: 'now' as const }),
  }
}

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  (parent?.invoice_item_details ?? parent?.subscription_item_details)?.proration ?? false

const LATEST_INVOICE = ['latest_invoice.payments']

/**
 * A repeated call finds the completed or pending change and returns its invoice. The key alone is not enough: the change ends a
 * trial, so the second request would differ from the first.
 */
export async function applyChange(
  stripe: StripeContext,
  { subscriptionId, priceId, at, idempotencyKey }: PlanChange & { readonly idempotencyKey: string },
): Promise<Invoice> {
  const subscription = await retrieveSubscription(stripe, subscriptionId, LATEST_INVOICE)
  if (isChangedTo(subscription, priceId)) return await latestInvoice(stripe, subscription)
  await releaseSchedule(stripe, subscription)
  const changed = await receive(
    'subscription',
    stripe.client.subscriptions.update(
      subscriptionId,
      // Stripe refuses metadata and other fields here: the change may stay pending.
      { ...toParams(subscription, priceId, at), payment_behavior: 'pending_if_incomplete', expand: LATEST_INVOICE },
      { idempotencyKey },
    ),
  )
  return await latestInvoice(stripe, changed)
}

const isChangedTo = (subscription: Stripe.Subscription, priceId: string): boolean =>
  [itemOf(subscription), ...(subscription.pending_update?.subscription_items ?? [])].some(({ price }) => price.id === priceId)

async function latestInvoice(stripe: StripeContext, { latest_invoice: invoice }: Stripe.Subscription): Promise<Invoice> {
  if (!invoice || typeof invoice === 'string')
    throw new PaymentError('unavailable', 'Stripe sent a subscription without its invoice.')
  return await toInvoice(stripe, invoice)
}
