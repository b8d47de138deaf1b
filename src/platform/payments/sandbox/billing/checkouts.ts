import { days, minutes } from '#shared/units.ts'
import { type NewCheckout, PaymentError } from '../../payments.ts'
import { type Card, fingerprintOf } from '../cards.ts'
import { findPrice } from '../catalogue.ts'
import { createId, type CustomerTransaction, updateCustomer, wholeSeconds } from '../customerTransaction.ts'
import { createPayment } from './invoices.ts'
import { startSubscription } from './subscriptions.ts'
import type { CheckoutRow } from '../tables.ts'

/** 30 minutes, minus the duration of a request. */
const SHORTEST_LIFETIME = minutes(29)
const LONGEST_LIFETIME = days(1)

/** Creates a checkout, or returns the existing one of its intent. */
export async function createCheckout(transaction: CustomerTransaction, checkout: NewCheckout): Promise<CheckoutRow> {
  const { sandbox, tx, customer, now } = transaction
  const earlier = await tx
    .selectFrom('sandbox_checkout')
    .selectAll()
    .where('intent_id', '=', checkout.intentId)
    .executeTakeFirst()
  if (earlier) return checkSameRequest(earlier, checkout)
  checkNewCheckout(checkout, sandbox.clock.now())
  const { amount, interval } = findPrice(checkout.priceId, checkout.currency)
  if ((interval === 'once') !== (checkout.mode === 'payment'))
    throw new PaymentError('invalid', `the price ${checkout.priceId} is not for the mode ${checkout.mode}`)
  await checkCurrency(transaction, checkout)
  return tx
    .insertInto('sandbox_checkout')
    .values({
      checkout_id: createId('cs', sandbox.clock),
      customer_id: customer.customer_id,
      intent_id: checkout.intentId,
      price_id: checkout.priceId,
      mode: checkout.mode,
      currency: checkout.currency,
      amount: checkout.trialDays > 0 ? 0 : amount,
      trial_days: checkout.trialDays,
      success_url: checkout.successUrl,
      cancel_url: checkout.cancelUrl,
      expires_at: wholeSeconds(checkout.expiresAt.getTime() + customer.clock_offset_ms),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function checkSameRequest(earlier: CheckoutRow, checkout: NewCheckout): CheckoutRow {
  const { customer_id, price_id, mode, currency } = earlier
  const isSame =
    customer_id === checkout.customerId &&
    price_id === checkout.priceId &&
    mode === checkout.mode &&
    currency === checkout.currency
  if (!isSame) throw new PaymentError('invalid', `another checkout was created for the intent ${checkout.intentId}`)
  return earlier
}

function checkNewCheckout({ trialDays, mode, expiresAt, successUrl, cancelUrl }: NewCheckout, now: Date): void {
  const lifetime = expiresAt.getTime() - now.getTime()
  if (lifetime < SHORTEST_LIFETIME || lifetime > LONGEST_LIFETIME)
    throw new PaymentError('invalid', 'a checkout is open for 30 minutes to 24 hours')
  if (!Number.isInteger(trialDays) || trialDays < 0 || trialDays > 730 || (trialDays > 0 && mode === 'payment'))
    throw new PaymentError('invalid', 'only a subscription has a trial, of whole days')
  for (const url of [successUrl, cancelUrl]) checkWebAddress(url)
}

/** Throws PaymentError `invalid` unless the URL is an http or https one. */
export function checkWebAddress(url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new PaymentError('invalid', 'this is not an address of a page')
}

/** A customer pays all subscriptions in one currency. Throws PaymentError `currency` for another one. */
async function checkCurrency(
  { tx, customer }: CustomerTransaction,
  { mode, currency }: { mode: NewCheckout['mode']; currency: string },
): Promise<void> {
  if (mode === 'payment') return
  const subscription = await tx
    .selectFrom('sandbox_subscription')
    .select('currency')
    .where('customer_id', '=', customer.customer_id)
    .where('status', '!=', 'canceled')
    .executeTakeFirst()
  const current = subscription?.currency ?? (customer.balance > 0 ? customer.balance_currency : null)
  if (current !== null && current !== currency)
    throw new PaymentError('currency', `this customer pays in ${current}`, { currency: current })
}

/** Charges the customer, or starts the trial. Does nothing when the checkout is no longer open, so that nothing is paid twice. */
export async function completeCheckout(transaction: CustomerTransaction, checkout: CheckoutRow, card: Card): Promise<void> {
  if (checkout.status !== 'open') return
  await checkCurrency(transaction, checkout)
  const { tx, emit } = transaction
  const { checkout_id: id, mode, amount, currency } = checkout
  const paid =
    mode === 'payment'
      ? { payment_id: await createPayment(transaction, { amount, currency }) }
      : { subscription_id: await subscribe(transaction, checkout, card) }
  Object.assign(checkout, paid, { status: 'complete' })
  await tx
    .updateTable('sandbox_checkout')
    .set({ ...paid, status: 'complete' })
    .where('checkout_id', '=', id)
    .execute()
  await emit('checkout.session.completed', { kind: 'checkout', id })
}

async function subscribe(transaction: CustomerTransaction, checkout: CheckoutRow, card: Card): Promise<string> {
  await saveCard(transaction, card)
  return startSubscription(transaction, checkout)
}

/** Saves the card for future payments; null removes it. */
export async function saveCard(transaction: CustomerTransaction, card: Card | null): Promise<void> {
  await updateCustomer(transaction, {
    card_kind: card && card.kind,
    card_last_digits: card && card.number.slice(-4),
    card_fingerprint: card && fingerprintOf(transaction.sandbox.secret, card),
  })
}
