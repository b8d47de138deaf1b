import type { InvoiceLine } from '../../payments.ts'
import { paysWhenAbsent } from '../cards.ts'
import { createId, type CustomerTransaction, updateCustomer } from '../customerTransaction.ts'
import type { InvoiceRow, SubscriptionRow } from '../tables.ts'

type Billed = Pick<SubscriptionRow, 'subscription_id' | 'currency'>

/** Returns the amount due of a total, and the change of the customer's balance. */
export function settleTotal(total: number, balance: number): { amountDue: number; balanceUsed: number; credited: number } {
  if (total < 0) return { amountDue: 0, balanceUsed: 0, credited: -total }
  const balanceUsed = Math.min(total, balance)
  return { amountDue: total - balanceUsed, balanceUsed, credited: 0 }
}

/** Creates an unpaid invoice. A negative total is added to the customer's balance. */
export async function createInvoice(
  transaction: CustomerTransaction,
  { subscription_id, currency }: Billed,
  lines: readonly InvoiceLine[],
): Promise<InvoiceRow> {
  const { sandbox, tx, customer, now } = transaction
  const { amountDue, balanceUsed, credited } = settleTotal(sumOf(lines), customer.balance)
  if (credited + balanceUsed > 0)
    await updateCustomer(transaction, { balance: customer.balance - balanceUsed + credited, balance_currency: currency })
  const invoice = await tx
    .insertInto('sandbox_invoice')
    .values({
      invoice_id: createId('in', sandbox.clock),
      customer_id: customer.customer_id,
      subscription_id,
      status: 'open',
      currency,
      amount_due: amountDue,
      balance_used: balanceUsed,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const rows = lines.map(({ priceId: price_id, amount, start: start_at, end: end_at }, n) => ({
    invoice_id: invoice.invoice_id,
    n,
    price_id,
    amount,
    start_at,
    end_at,
  }))
  await tx.insertInto('sandbox_invoice_line').values(rows).execute()
  return invoice
}

export const sumOf = (lines: readonly { readonly amount: number }[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

/** Marks an open invoice as paid. */
export async function markPaid(transaction: CustomerTransaction, invoice: InvoiceRow): Promise<void> {
  const { emit } = transaction
  const { currency, amount_due: amount } = invoice
  const payment_id = amount === 0 ? null : await createPayment(transaction, { amount, currency })
  await saveInvoice(transaction, invoice, { status: 'paid', amount_paid: amount, payment_id })
  await emit('invoice.paid', ...refsOf(invoice))
}

/** Charges the saved card without the customer. Returns whether that succeeded; otherwise the invoice stays open. */
export async function chargeSavedCard(transaction: CustomerTransaction, invoice: InvoiceRow): Promise<boolean> {
  const { customer, emit } = transaction
  if (invoice.amount_due > 0 && !paysWhenAbsent(customer.card_kind)) {
    await emit('invoice.payment_failed', ...refsOf(invoice))
    if (customer.card_kind === 'needs3ds') await emit('invoice.payment_action_required', ...refsOf(invoice))
    return false
  }
  await markPaid(transaction, invoice)
  return true
}

export async function createPayment(
  { sandbox, tx, customer, now }: CustomerTransaction,
  { amount, currency }: { amount: number; currency: string },
): Promise<string> {
  const payment_id = createId('pay', sandbox.clock)
  const payment = { payment_id, customer_id: customer.customer_id, amount, currency, created_at: now }
  await tx.insertInto('sandbox_payment').values(payment).execute()
  return payment_id
}

/** Closes an invoice that will not be paid, and restores the balance it used. */
export async function closeInvoice(
  transaction: CustomerTransaction,
  invoice: InvoiceRow,
  status: 'void' | 'uncollectible',
): Promise<void> {
  const { customer, emit } = transaction
  if (invoice.balance_used > 0)
    await updateCustomer(transaction, { balance: customer.balance + invoice.balance_used, balance_currency: invoice.currency })
  await saveInvoice(transaction, invoice, { status, balance_used: 0 })
  await emit(status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', ...refsOf(invoice))
}

export const listOpenInvoices = ({ tx }: CustomerTransaction, { subscription_id }: Billed): Promise<InvoiceRow[]> =>
  tx
    .selectFrom('sandbox_invoice')
    .selectAll()
    .where('subscription_id', '=', subscription_id)
    .where('status', '=', 'open')
    .orderBy('n')
    .execute()

async function saveInvoice(
  { tx }: CustomerTransaction,
  invoice: InvoiceRow,
  changes: Partial<Omit<InvoiceRow, 'n'>>,
): Promise<void> {
  Object.assign(invoice, changes)
  await tx.updateTable('sandbox_invoice').set(changes).where('invoice_id', '=', invoice.invoice_id).execute()
}

const refsOf = ({ invoice_id, subscription_id }: InvoiceRow) =>
  [
    { kind: 'invoice', id: invoice_id },
    { kind: 'subscription', id: subscription_id },
  ] as const
