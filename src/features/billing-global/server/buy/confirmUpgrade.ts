import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { PaymentError } from '#platform/payments/payments.ts'
import { QUOTE_TIME } from '../../contract.ts'
import { parseWirePriceId } from '../../rules.ts'
import { gatewayOf, orUnavailable } from '../gateway.ts'
import { findLastQuote, findQuote, hasOtherConfirmation, hasOtherQuote, type QuoteRecord, updateQuote } from '../storeQuotes.ts'
import { findInvoice, findSubscription, isChangeable, lockBilling } from '../storeSubscriptions.ts'
import { syncSubscription } from '../sync/syncSubscription.ts'

type Confirmed = { invoiceId: string; hostedUrl: string | null }

/**
 * Upgrades a subscription for the quoted amount. Confirming twice charges once and returns the same invoice. A request with another
 * price than the quote is refused, and so is one without a price when there are two valid quotes.
 */
export async function confirmUpgrade(
  ctx: AppContext,
  { userId, subscriptionId, price }: { userId: string; subscriptionId: string; price: string | undefined },
): Promise<Confirmed | { refused: 'notSold' | 'unavailable' | 'quoteExpired' | 'paymentPending' }> {
  if (!ctx.payments) return { refused: 'notSold' }
  const subscription = await findSubscription(ctx, subscriptionId)
  if (subscription?.user_id !== userId) throw new NotFound()
  const priceId = price === undefined ? undefined : (parseWirePriceId(price)?.priceId ?? '')
  const quote = await findLastQuote(ctx, { userId, subscriptionId, priceId })
  if (!quote) return { refused: 'quoteExpired' }
  if (quote.invoice_id !== null) return await findConfirmed(ctx, quote.invoice_id)
  const isUnclear = priceId === undefined && (await hasOtherQuote(ctx, quote))
  if (isUnclear || quote.expires_at <= ctx.clock.now()) return { refused: 'quoteExpired' }
  const synced = await orUnavailable(syncSubscription(ctx, subscriptionId))
  if (synced) return synced
  const claimed = await ctx.transaction((tx) => claimQuote(tx, userId, quote))
  if (claimed === 'confirmed') return await orUnavailable(applyQuote(ctx, quote))
  return 'refused' in claimed ? claimed : await findConfirmed(ctx, claimed.invoiceId)
}

/**
 * Marks a quote as confirmed. A subscription has only one change at a time. A quote whose response was lost can be confirmed again:
 * its idempotency key keeps it one change.
 */
async function claimQuote(
  tx: AppContext,
  userId: string,
  { quote_id, from_price_id, price_id, subscription_id }: QuoteRecord,
): Promise<'confirmed' | { invoiceId: string } | { refused: 'quoteExpired' | 'paymentPending' }> {
  await lockBilling(tx, userId)
  const quote = await findQuote(tx, quote_id)
  if (!quote) return { refused: 'quoteExpired' }
  if (quote.invoice_id !== null) return { invoiceId: quote.invoice_id }
  const subscription = await findSubscription(tx, subscription_id)
  const wasMade = quote.confirmed_at !== null && (subscription?.price_id === price_id || subscription?.has_pending_change)
  if (wasMade) return 'confirmed'
  const since = new Date(tx.clock.now().getTime() - QUOTE_TIME)
  if (!subscription || !isChangeable(subscription) || (await hasOtherConfirmation(tx, quote, since)))
    return { refused: 'paymentPending' }
  // Another tab has changed or canceled the plan.
  if (subscription.price_id !== from_price_id || subscription.cancel_at_period_end) return { refused: 'quoteExpired' }
  await updateQuote(tx, quote_id, { confirmed_at: tx.clock.now() })
  return 'confirmed'
}

/** A repeated call returns the lost response, because of the idempotency key. A quote whose period is over cannot be applied. */
async function applyQuote(ctx: AppContext, quote: QuoteRecord): Promise<Confirmed | { refused: 'quoteExpired' }> {
  const { quote_id, subscription_id: subscriptionId, price_id: priceId, changes_at: at } = quote
  const change = { subscriptionId, priceId, at, idempotencyKey: `up:${quote_id}` }
  const invoice = await gatewayOf(ctx).applyChange(change).catch(refusedAsInvalid)
  if (!invoice) {
    await updateQuote(ctx, quote_id, { confirmed_at: null, expires_at: ctx.clock.now() })
    return { refused: 'quoteExpired' }
  }
  await updateQuote(ctx, quote_id, { invoice_id: invoice.id })
  await syncSubscription(ctx, subscriptionId)
  return { invoiceId: invoice.id, hostedUrl: invoice.status === 'paid' ? null : invoice.hostedUrl }
}

function refusedAsInvalid(error: unknown): null {
  if (error instanceof PaymentError && error.failure === 'invalid') return null
  throw error
}

async function findConfirmed(ctx: AppContext, invoiceId: string): Promise<Confirmed> {
  const invoice = await findInvoice(ctx, invoiceId)
  return { invoiceId, hostedUrl: invoice?.status === 'paid' ? null : (invoice?.hosted_url ?? null) }
}
