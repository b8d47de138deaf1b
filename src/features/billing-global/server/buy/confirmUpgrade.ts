import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { QUOTE_TIME } from '../../contract.ts'
import { parseWirePriceId } from '../../rules.ts'
import { gatewayOf, orUnavailable } from '../gateway.ts'
import { findLastQuote, hasOtherConfirmation, type QuoteRecord, updateQuote } from '../storeQuotes.ts'
import { findInvoice, findSubscription, lockBilling } from '../storeSubscriptions.ts'
import { syncSubscription } from '../sync/syncSubscription.ts'

type Confirmed = { invoiceId: string; hostedUrl: string | null }

/**
 * Upgrades a subscription for the amount that the user was shown. Confirming twice charges once and returns the same invoice. The
 * price of the quote decides; another one in the request is refused.
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
  if (!quote || quote.expires_at <= ctx.clock.now()) return { refused: 'quoteExpired' }
  if (quote.invoice_id !== null) return await findConfirmed(ctx, quote.invoice_id)
  const refusal = await ctx.transaction((tx) => claimQuote(tx, userId, quote))
  return refusal ?? (await orUnavailable(applyQuote(ctx, quote)))
}

/** Marks a quote as confirmed. Only one change of a subscription is under way. */
async function claimQuote(
  tx: AppContext,
  userId: string,
  quote: QuoteRecord,
): Promise<{ refused: 'quoteExpired' | 'paymentPending' } | undefined> {
  await lockBilling(tx, userId)
  const subscription = await findSubscription(tx, quote.subscription_id)
  const since = new Date(tx.clock.now().getTime() - QUOTE_TIME)
  if (subscription?.has_pending_change || (await hasOtherConfirmation(tx, quote, since))) return { refused: 'paymentPending' }
  if (subscription?.price_id !== quote.from_price_id) return { refused: 'quoteExpired' }
  await updateQuote(tx, quote.quote_id, { confirmed_at: tx.clock.now() })
  return undefined
}

/** A lost answer is repeated by the key: the change is made once. */
async function applyQuote(ctx: AppContext, quote: QuoteRecord): Promise<Confirmed> {
  const { quote_id, subscription_id: subscriptionId, price_id: priceId, changes_at: at } = quote
  const invoice = await gatewayOf(ctx).applyChange({ subscriptionId, priceId, at, idempotencyKey: `up:${quote_id}` })
  await updateQuote(ctx, quote_id, { invoice_id: invoice.id })
  await syncSubscription(ctx, subscriptionId)
  return { invoiceId: invoice.id, hostedUrl: invoice.status === 'paid' ? null : invoice.hostedUrl }
}

async function findConfirmed(ctx: AppContext, invoiceId: string): Promise<Confirmed> {
  const invoice = await findInvoice(ctx, invoiceId)
  return { invoiceId, hostedUrl: invoice?.status === 'paid' ? null : (invoice?.hosted_url ?? null) }
}
